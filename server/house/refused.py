"""The house says no."""


class Refused(Exception):
    """Leads out of what was asked for to its refusal: a stable code, and what fills the blanks of its sentence."""

    def __init__(self, code: str, **params: str | int | bool) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
