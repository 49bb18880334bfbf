"""The SSH settings that were chosen on purpose, seen from outside."""

import json
import sys
from pathlib import Path

import asyncssh
import pytest

from tests.helpers.ssh import ssh_server


async def test_ssh_audit_has_no_fail(tmp_path: Path) -> None:
    """The public auditor finds nothing to fail, and strict key exchange on offer."""
    async with ssh_server(tmp_path) as server:
        _, out, _ = await server.execute(
            [sys.executable, "-m", "ssh_audit", "--json", "--skip-rate-test", f"127.0.0.1:{server.port}"]
        )
        report = json.loads(out)
        failures = [
            (kind, entry["algorithm"], entry["notes"]["fail"])
            for kind in ("kex", "key", "enc", "mac")
            for entry in report[kind]
            if entry["notes"].get("fail")
        ]
        assert report["kex"]
        assert failures == []
        assert "kex-strict-s-v00@openssh.com" in [entry["algorithm"] for entry in report["kex"]]
        assert report["banner"]["raw"] == "SSH-2.0-Inglenook"
        assert report["compression"] == ["none"]


async def test_passwords_are_not_even_asked_for(tmp_path: Path) -> None:
    """The only ways in are a key and the guest's door."""
    async with ssh_server(tmp_path) as server:
        status, _, err = await server.run("-v", "-T", "-o", "PreferredAuthentications=password", key=None)
        assert status == 255
        assert "Authentications that can continue: publickey,keyboard-interactive" in err


async def test_a_certificate_is_no_key(tmp_path: Path) -> None:
    """A certificate of some authority is refused; its owner may still come as a guest."""
    async with ssh_server(tmp_path) as server:
        ca = asyncssh.generate_private_key("ssh-ed25519")
        key = asyncssh.read_private_key(str(server.keys.path("ana")))
        cert = ca.generate_user_certificate(key, "ana", principals=["player"])
        cert.write_certificate(str(server.keys.path("ana")) + "-cert.pub")
        client = await server.client(
            key="ana", args=("-o", f"CertificateFile={server.keys.path('ana')}-cert.pub")
        )
        await client.until("tiny")
        (gate,) = server.house.arrivals
        assert gate.account in (None, server.keys.account("ana"))


@pytest.mark.parametrize(
    ("algorithm", "kwargs"),
    [
        ("ssh-ed25519", {}),
        ("ecdsa-sha2-nistp256", {}),
        ("ecdsa-sha2-nistp521", {}),
        ("ssh-rsa", {"key_size": 2048}),
    ],
)
async def test_usual_keys_come_in(tmp_path: Path, algorithm: str, kwargs: dict[str, int]) -> None:
    """Every usual kind of key is somebody."""
    async with ssh_server(tmp_path) as server:
        server.keys.path("ana", algorithm, **kwargs)
        client = await server.client(key="ana")
        await client.until(server.keys.account("ana"))


async def test_a_weak_key_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """An RSA key below 2048 bits is nobody's proof; its owner reads what to do and is a guest meanwhile."""
    async with ssh_server(tmp_path) as server:
        server.keys.path("old", "ssh-rsa", key_size=1024)
        client = await server.client(key="old", args=("-o", "RequiredRSASize=1024"))
        await client.until("tiny guest")
        assert b"too weak" in client.raw


async def test_listed_keys_come_in_and_the_list_is_read_again(tmp_path: Path) -> None:
    """In a house by invitation a key comes in as soon as it stands in the file, and not when it was taken out."""
    async with ssh_server(tmp_path, access="keys") as server:
        listed = tmp_path / "keys" / "authorized_keys"
        public = Path(f"{server.keys.path('ana')}.pub").read_text()
        status, _, err = await server.run("-T", key="ana")
        assert status == 255
        assert "whose keys its host has listed" in err
        listed.write_text(f"# friends\nthis is no key\nno-pty {public}")
        client = await server.client(key="ana")
        await client.until(server.keys.account("ana"))
        listed.write_text("# nobody\n")
        status, _, _ = await server.run("-T", key="ana")
        assert status == 255


async def test_the_guests_door_needs_no_answer(tmp_path: Path) -> None:
    """A guest is asked nothing, also by a client that prefers keyboard-interactive."""
    async with ssh_server(tmp_path) as server:
        client = await server.client(key="ana", args=("-o", "PreferredAuthentications=keyboard-interactive"))
        await client.until("tiny guest")
