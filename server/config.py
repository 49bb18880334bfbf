"""What a host configures, checked at the door: every mistake becomes one sentence."""

import ipaddress
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from server.ssh.identity import Access
from server.ssh.limits import Limits


class Config(BaseModel):
    """How a server runs. `access` None means: not said (only good enough on this machine itself)."""

    model_config = ConfigDict(frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=2222, ge=0, le=65535)
    home: Path = Field(default_factory=lambda: default_home())
    access: Access | None = None
    limits: Limits = Limits()
    proxies: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()
    """Networks of load balancers whose PROXY header is believed, and required; none by default."""

    @field_validator("host")
    @classmethod
    def _named(cls, host: str) -> str:
        if not host.strip():
            raise ValueError("--host needs an address, such as 127.0.0.1 or 0.0.0.0.")
        return host.strip()

    @model_validator(mode="after")
    def _open_is_said(self) -> "Config":
        if self.access is None and not self.only_here:
            raise ValueError(
                f"Listening on {self.host} lets other machines in: say who may come, with "
                "--access open (everybody) or --access keys (the keys in keys/authorized_keys)."
            )
        return self

    @property
    def only_here(self) -> bool:
        """Whether only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def admits(self) -> Access:
        """Who may come in."""
        return self.access or Access.OPEN

    @property
    def keys(self) -> Path:
        """The folder of the host key and of authorized_keys."""
        return self.home / "keys"


def default_home() -> Path:
    """The checkout when run from one, else the user's state folder."""
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "keys").is_dir():
        return checkout
    return Path(platformdirs.user_state_dir("inglenook", appauthor=False))
