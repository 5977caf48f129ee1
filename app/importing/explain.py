"""An exception out of the SDK, the network or the system, as a line a user can act on."""

from __future__ import annotations

import errno
from http import HTTPStatus

import httpx2
from mcp import MCPError
from mcp_types import CONNECTION_CLOSED, PARSE_ERROR, REQUEST_TIMEOUT
from pydantic import ValidationError

from app.importing.failure import ImportFailed
from app.importing.source import Command, Source
from app.importing.wire import Wire
from index.errors import TriptychError
from index.visible import visible_line

_LONGEST = 300
_HINTS = {
    400: "the server did not accept the request",
    401: 'it wants to know who you are: add --header "Authorization: Bearer TOKEN"',
    403: "what it was told of you does not let you in: look at --header",
    404: "there is no MCP endpoint at this URL; its path is often /mcp",
    405: "there is no Streamable HTTP endpoint at this URL; its path is often /mcp",
    501: "there is no MCP endpoint at this URL; its path is often /mcp",
    406: "there is no Streamable HTTP endpoint at this URL; its path is often /mcp",
}


def first_cause(error: BaseException) -> BaseException:
    """What is inside groups of exceptions: an error in the user's words if there is one, else the first."""
    leaves = _leaves(error)
    return next((leaf for leaf in leaves if isinstance(leaf, TriptychError)), leaves[0])


def _leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    return [error]


def explain(error: BaseException, source: Source, wire: Wire, timeout: float, stderr: tuple[str, ...]) -> TriptychError:
    """The error to raise instead; one that is in the user's words already gets the server's last words added."""
    if isinstance(error, ImportFailed):
        return ImportFailed(error.message, stderr=error.stderr or stderr, lasting=error.lasting)
    if isinstance(error, TriptychError):
        return error
    label = visible_line(source.label, 120)
    silent = isinstance(source, Command) and not wire.answered
    lasting = isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol)
    if silent and wire.garbage:
        said = f": it wrote {visible_line(wire.first_garbage, 60)}" if wire.first_garbage.strip() else ""
        message = f"{label} is not an MCP server{said}"
    elif isinstance(error, TimeoutError) or (isinstance(error, MCPError) and error.code == REQUEST_TIMEOUT):
        message = f"{label} did not answer within {timeout:g} seconds; --timeout gives it longer"
    elif isinstance(source, Command) and silent and isinstance(error, OSError):
        message, lasting = _not_started(error, source), True
    elif isinstance(error, MCPError):
        message = f"{label} {_protocol(error, wire, silent=silent)}"
    elif isinstance(error, ValidationError):
        message = f"{label} is not an MCP server: {at_fault(error)}"
    else:
        message = _network(error, label)
    return ImportFailed(visible_line(message, _LONGEST), stderr=stderr, lasting=lasting)


def at_fault(error: ValidationError) -> str:
    """The first thing the SDK's models found wrong, with its place."""
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}"


def _protocol(error: MCPError, wire: Wire, *, silent: bool) -> str:
    """What the server said or did, to stand behind its name."""
    if wire.status == 404 and error.message == "Session terminated":
        return "was started anew and does not know this session any more"
    if wire.status is not None and wire.status >= 400:
        return _http_status(wire.status, error)
    if error.code == PARSE_ERROR:
        return "is not an MCP server: its answer is no JSON-RPC message"
    if error.code == CONNECTION_CLOSED:
        return "ended before it answered" if silent else "ended the connection"
    if error.message.startswith("Unexpected content type"):
        return f"is not an MCP server: it answered with {error.message.partition(': ')[2] or 'no type of content'}"
    return f"answered with error {error.code}: {error.message}"


def _network(error: BaseException, label: str) -> str:
    match error:
        case httpx2.ConnectTimeout():
            return f"{label} did not take the connection in time"
        case httpx2.ConnectError():
            return f"nothing answers at {label}: {_plain(error)}"
        case httpx2.InvalidURL() | httpx2.UnsupportedProtocol():
            return f"not a URL of a server: {label}: {_plain(error)}"
        case httpx2.HTTPError():
            return f"the connection to {label} failed: {_plain(error)}"
    return f"{label}: {_plain(error)}"


def _not_started(error: OSError, source: Command) -> str:
    word = source.words[0]
    if isinstance(error, FileNotFoundError):
        hint = "; a URL begins with http:// or https://" if ":" in word or "/" in word else ""
        return f"command not found: {word}{hint}"
    if isinstance(error, PermissionError):
        return f"not allowed to run {word}"
    if error.errno == errno.ENOEXEC:
        return f"{word} is not a program this system can run"
    return f"cannot run {word}: {error.strerror or error}"


def _http_status(status: int, error: MCPError) -> str:
    phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""
    hint = _HINTS.get(status, "")
    if not hint and error.message not in ("Server returned an error response", "Not Found"):
        hint = error.message
    return f"answered HTTP {status} {phrase}".rstrip() + (f": {hint}" if hint else "")


def _plain(error: BaseException) -> str:
    return str(error) or type(error).__name__
