"""What the wire format says when it cannot pack or unpack something."""


class WireError(Exception):
    """Something cannot be packed or unpacked.

    `code` is stable: ``not_packable``, ``malformed``, ``too_large``, ``unknown_tag``, ``newer_version``,
    ``older_version`` (nobody registered the upgrade), ``bad_fields`` or ``wrong_type``. The sentence names tags and
    fields only, never a value: what is packed may be secret.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
