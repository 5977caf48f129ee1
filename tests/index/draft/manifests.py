"""Small manifests in every encoding, each with at least two tools, for the tests of writing back."""

from __future__ import annotations

MCP = """\
{
  "tools": [
    {
      "name": "create_issue",
      "description": "Create an \\"issue\\".",
      "inputSchema": {"type": "object", "properties": {
        "title": {"type": "string", "description": "Its title."},
        "body": {"type": "string"}
      }}
    },
    {"name": "list_issues", "description": "List issues.", "inputSchema": {"type": "object"}},
    {"name": "bare", "inputSchema": {"type": "object"}}
  ]
}
"""
JSONC = """\
// the tools
{"tools": [
  /* first */ {"name": "a", "description": "One.", "inputSchema": {}}, // after
  {"name": "b", // no description
   "inputSchema": {},},
]}
"""
YAML = """\
# tools of the server
tools:
  - name: plain   # a comment
    description: Plain words here.   # kept
    inputSchema: {type: object, properties: {id: {type: string, description: The id}}}
  - name: single
    description: 'It''s quoted.'
    inputSchema: {}
  - name: double
    description: "Double \\"quoted\\"\\n."
    inputSchema: {}
  - name: literal
    description: |  # a block
      First line.
      Second line.

    inputSchema: {}
  - name: stripped
    description: |-
        Deep indentation.
    inputSchema: {}
  - name: kept
    description: |+
      Kept.


    inputSchema: {}
  - name: folded
    description: >-
      Words that are folded over
      two lines.
    inputSchema: {}
  - name: indicated
    description: |2
        spaces first
      then none
    inputSchema: {}
  - {name: flow, description: in flow style, inputSchema: {}}
  - name: multi
    description: plain over
      two lines
    inputSchema: {}
  - name: bare
    inputSchema: {}
  - name: "null"
    description:
    inputSchema: {}
  - name: last
    inputSchema: {}
    description: >
      The end of the file
"""
TOML = '''\
# tools
[[tools]]
name = "basic"   # comment
description = "Basic \\"string\\"."   # kept
inputSchema = { type = "object" }

[[tools]]
name = "literal"
description = 'C:\\path'
inputSchema = { type = "object", properties = { id = { type = "string", description = 'The id' } } }

[[tools]]
name = "multi"
description = """
Several
lines."""
inputSchema = {}

[[tools]]
name = "multi_literal"
description = \'\'\'on
two lines\'\'\'
inputSchema = {}

[[tools]]
name = "bare"
inputSchema = {}
'''
JSONL = """\
{"name": "one", "description": "First.", "inputSchema": {}}
{"name": "two", "description": "Second caf\\u00e9.", "inputSchema": {}}
"""
SKILL = """\
---
name: release-notes
description: >
  Writes release notes
  from commits.
---
# Release notes

description: not this one
"""
DOCKER = """[{"name":"x","description":"Minified.","arguments":[{"name":"p","type":"string","desc":"A p."}]},
{"name":"y","description":"Other.","arguments":[{"name":"p","type":"string","desc":"A p."}]}]"""

MANIFESTS = {
    "mcp.json": MCP,
    "tools.jsonc": JSONC,
    "tools.yaml": YAML,
    "tools.toml": TOML,
    "tools.jsonl": JSONL,
    "skills/release-notes/SKILL.md": SKILL,
    "docker/tools.json": DOCKER,
}

NASTY = (
    "plain new words",
    "say \"hi\" and 'bye'",
    "two\nlines",
    "ends with a break\n",
    "several\n\n\nbreaks\n\n\n",
    "\nstarts with a break",
    "emoji 😀, é and ﷽",
    r"back\slash \n \u0041 \\",
    "key: value # comment",
    "  leading spaces",
    "  leading\nand\n    deeper",
    "trailing spaces   ",
    "---",
    "---\n...\n+++",
    "long " * 400,
    "x" * 3000,
    "tab\there\n\tand there",
    "line separators \u2028 \u2029 \x85 \x0b \x0c end",
    "windows\r\nlines\r",
    "null",
    "yes",
    "0x10",
    "*alias &anchor !tag",
    "[a, {b: c}]",
    '"""',
    "'''\"\"\"'\"",
    "quote at the end'",
    'quote at the end"',
    "nul \x00 escape \x1b[31m delete \x7f",
    "- dash",
    "? question",
    "%percent",
    "a\n \n  \nb",
    "\ufeffmark",
    "bidi \u202e override",
    " ",
    "\n",
)
