"""What the screens may load."""

import subprocess
import sys


def test_the_screens_load_no_ssh_and_no_database() -> None:
    """A fresh interpreter that imports the whole interface has neither asyncssh nor a database in it."""
    code = (
        "import sys, pkgutil, importlib, tui\n"
        "for module in pkgutil.walk_packages(tui.__path__, 'tui.'):\n"
        "    importlib.import_module(module.name)\n"
        "heavy = {'asyncssh', 'sqlalchemy', 'alembic', 'sqlite3', 'server'}\n"
        "assert 'textual' in sys.modules and 'tui.screens.table' in sys.modules\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
