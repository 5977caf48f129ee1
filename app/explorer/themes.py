"""triptych's own two themes; every other theme of Textual can be picked as well."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="triptych-dark",
    primary="#7aa2c8",
    secondary="#8a93a3",
    accent="#e6b35a",
    warning="#e08a5f",
    error="#e06c75",
    success="#8fbf7f",
    foreground="#d8dce3",
    background="#14171c",
    surface="#1a1e25",
    panel="#222833",
    dark=True,
    variables={
        "footer-key-foreground": "#e6b35a",
        "footer-background": "#14171c",
        "footer-item-background": "#14171c",
        "footer-description-background": "#14171c",
        "footer-key-background": "#14171c",
        "footer-description-foreground": "#8a93a3",
    },
)

LIGHT = Theme(
    name="triptych-light",
    primary="#2f6690",
    secondary="#6b7280",
    accent="#a8650a",
    warning="#b4530f",
    error="#b3261e",
    success="#3f7d33",
    foreground="#22262c",
    background="#fbfaf7",
    surface="#f2f0ea",
    panel="#e6e3da",
    dark=False,
    variables={
        "footer-key-foreground": "#a8650a",
        "footer-background": "#fbfaf7",
        "footer-item-background": "#fbfaf7",
        "footer-description-background": "#fbfaf7",
        "footer-key-background": "#fbfaf7",
    },
)

OWN = (DARK, LIGHT)
