"""The host key: made once, private, never replaced silently."""

import os
import stat
from pathlib import Path

import asyncssh
import pytest

from server.ssh import hostkeys
from server.ssh.hostkeys import NAME, HostKeyError, load_or_create


def test_a_key_is_made_once_and_private(tmp_path: Path) -> None:
    """The first call makes the key with mode 0600, the second finds the same."""
    first = load_or_create(tmp_path / "keys")
    path = tmp_path / "keys" / NAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_create(tmp_path / "keys").get_fingerprint() == first.get_fingerprint()


def test_a_loose_mode_is_refused(tmp_path: Path) -> None:
    """A key that others can read is refused with what to do, and left as it is."""
    load_or_create(tmp_path)
    (tmp_path / NAME).chmod(0o640)
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(HostKeyError, match="chmod 600"):
        load_or_create(tmp_path)
    assert (tmp_path / NAME).read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN OPENSSH PRIVATE KEY-----\n"])
def test_a_broken_file_is_not_replaced(tmp_path: Path, content: bytes) -> None:
    """What is not a key is an error; the file stays."""
    path = tmp_path / NAME
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(HostKeyError, match="cannot be used"):
        load_or_create(tmp_path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("kind", ["ssh-rsa", "ecdsa-sha2-nistp256"])
def test_another_kind_of_key_is_not_used(tmp_path: Path, kind: str) -> None:
    """A key of another algorithm, which clients would be told a wrong name of."""
    path = tmp_path / NAME
    key = asyncssh.generate_private_key(kind)
    path.write_bytes(key.export_private_key())
    path.chmod(0o600)
    with pytest.raises(HostKeyError, match="must be an ssh-ed25519 key"):
        load_or_create(tmp_path)
    assert path.exists()


def test_a_link_or_a_folder_is_refused(tmp_path: Path) -> None:
    """The name must be a file of its own."""
    load_or_create(tmp_path / "elsewhere")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere" / NAME)
    with pytest.raises(HostKeyError):
        load_or_create(tmp_path)
    (tmp_path / NAME).unlink()
    (tmp_path / NAME).mkdir()
    with pytest.raises(HostKeyError):
        load_or_create(tmp_path)


def test_an_unwritable_folder_is_a_sentence(tmp_path: Path) -> None:
    """Where no key can be written the host reads so."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(HostKeyError, match="--home"):
        load_or_create(tmp_path / "file" / "keys")


def test_half_a_key_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing fails, nothing stays that would stop the next start."""

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        hostkeys.load_or_create(tmp_path)
    assert list(tmp_path.iterdir()) == []
