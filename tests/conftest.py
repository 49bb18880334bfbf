"""For all tests: tui comes first, because Textual reads its settings from the environment when it is imported."""

import tui  # noqa: F401
