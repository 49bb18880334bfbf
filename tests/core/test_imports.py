"""What the core may load: no screens, no network, no database."""

import subprocess
import sys


def test_the_core_loads_neither_screens_nor_network_nor_database() -> None:
    """In a fresh interpreter, importing rules, registry, deals and bots leaves all of these unloaded."""
    program = (
        "import sys, core, core.registry, core.fox, core.deals, core.tricks, core.wire, core.bots\n"
        "heavy = {'textual', 'rich', 'asyncssh', 'asyncio', 'sqlalchemy', 'click', 'pydantic', 'structlog'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
