"""The server's one host key: made once, kept private, never replaced silently."""

import os
import stat
from pathlib import Path

import asyncssh

NAME = "ssh_host_ed25519_key"


class HostKeyError(Exception):
    """The key cannot be used; the text is a sentence for the host."""


def load_or_create(folder: Path) -> asyncssh.SSHKey:
    """The Ed25519 host key in `folder`, made with mode 0600 when there is none.

    Raises HostKeyError when the folder cannot be written, or when the file is readable by others, not a file of
    ours, or not a key: players have pinned the old one, so only the host may decide to replace it.
    """
    path = folder / NAME
    key = asyncssh.generate_private_key(
        "ssh-ed25519", comment="inglenook"
    )  # first, so that the file is never empty
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _load(path)
    except OSError as error:
        raise HostKeyError(
            f"Cannot write the host key {path}: {error.strerror}. Choose another folder with --home."
        ) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key.export_private_key())
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)  # half a key would stop every later start
        raise
    return key


def _load(path: Path) -> asyncssh.SSHKey:
    try:
        # Opened first and judged by the handle: the name could mean another file a moment later.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise HostKeyError(f"Cannot read the host key {path}: {error.strerror}.") from error
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise HostKeyError(f"The host key {path} is not a file.")
        if mode & 0o077:
            raise HostKeyError(
                f"The host key {path} can be read by others (mode {stat.S_IMODE(mode):04o}). "
                f"If nobody has, run: chmod 600 {path}"
            )
        data = os.read(handle, 64 * 1024)
    finally:
        os.close(handle)
    try:
        key = asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise HostKeyError(f"The host key {path} cannot be used: {str(error).rstrip('.')}.") from error
    if key.get_algorithm() != "ssh-ed25519":
        raise HostKeyError(
            f"The host key {path} is of the kind {key.get_algorithm()}; it must be an ssh-ed25519 key. "
            "Move it away, and a new one is made."
        )
    return key
