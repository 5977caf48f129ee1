"""For all tests: nothing of the user's terminal or machine may change what they see."""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read when numpy is imported; more threads only wait for each other here
for name in ("NO_COLOR", "TEXTUAL_THEME", "COLORTERM", "FORCE_COLOR"):
    os.environ.pop(name, None)
