"""Who somebody is."""

from pathlib import Path

import asyncssh
import pytest

from core.ids import AccountId
from core.people import Kind
from server.ssh.identity import AuthorizedKeys, Claim, acceptable, account_of

KEY = AccountId("key:SHA256:x")


def test_the_last_offered_key_counts_when_the_login_succeeds() -> None:
    """A client may offer several keys; the one that was offered last was the one that was proved."""
    claim = Claim()
    claim.begin("ana")
    claim.offer(AccountId("key:other"))
    claim.offer(KEY)
    who = claim.completed()
    assert (who.kind, who.account, who.wish) == (Kind.KEY, KEY, "ana")


@pytest.mark.parametrize("between", ["other_way", "begin"])
def test_a_candidate_is_forgotten_when_another_way_begins(between: str) -> None:
    """Who asked about a key and then logs in otherwise is a guest."""
    claim = Claim()
    claim.begin("ana")
    claim.offer(KEY)
    if between == "begin":
        claim.begin("ana")
    else:
        claim.other_way()
    assert claim.completed().kind is Kind.GUEST


def test_nobody_is_anybody_before_the_login() -> None:
    """There is no identity until the login has succeeded."""
    claim = Claim()
    claim.begin("ana")
    claim.offer(KEY)
    assert claim.identity is None


def test_the_account_is_the_fingerprint_of_openssh() -> None:
    """The account name is what `ssh-keygen -l` prints."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    assert account_of(key).startswith("key:SHA256:")
    assert acceptable(key)


def test_the_list_survives_every_state_of_its_file(tmp_path: Path) -> None:
    """Missing, broken, changed, gone: the list follows the file and never raises."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    lines = [key.export_public_key().decode() for key in keys]
    path = tmp_path / "authorized_keys"
    listed = AuthorizedKeys(path)
    first, second = map(account_of, keys)
    assert first not in listed
    path.write_bytes(b"\xff\xfe garbage\nssh-ed25519 AAAA\n" + lines[0].encode())
    assert first in listed
    assert second not in listed
    path.write_text(f'command="x y",no-pty {lines[1]}\n# {lines[0]}')
    assert first not in listed
    assert second in listed
    path.unlink()
    assert second not in listed


@pytest.mark.parametrize(
    ("options", "comes_in"),
    [
        ('command="exec ssh-agent x y",no-pty ', True),
        ('restrict,environment="A=from=b" ', True),
        ('from="10.0.0.0/8" ', False),
        ('no-pty,FROM="10.*",command="x" ', False),
        ('expiry-time="20200101" ', False),
        ("cert-authority ", False),
    ],
)
def test_conditions_in_the_list_are_not_overlooked(tmp_path: Path, options: str, comes_in: bool) -> None:
    """A line that lets a key in under a condition that this house cannot check lets nobody in."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = tmp_path / "authorized_keys"
    path.write_text(options + key.export_public_key().decode())
    assert (account_of(key) in AuthorizedKeys(path)) == comes_in


def test_a_list_that_cannot_be_read_lets_nobody_in(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder in its place, or a file of gigabytes: told once, read never; then the right file is read."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = tmp_path / "authorized_keys"
    listed = AuthorizedKeys(path)
    path.mkdir()
    for _ in range(3):
        assert account_of(key) not in listed
    path.rmdir()
    line = key.export_public_key().decode()
    monkeypatch.setattr("server.ssh.identity.LONGEST_LIST", 1000)
    path.write_text(line + "#" * 1000)
    for _ in range(3):
        assert account_of(key) not in listed
    assert [record.getMessage() for record in caplog.records] == [
        "authorized_keys_unreadable",
        "authorized_keys_too_long",
    ]
    path.write_text(line)
    assert account_of(key) in listed
