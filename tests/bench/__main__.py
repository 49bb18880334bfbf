"""`make bench`: measures every budget and prints a table; ``--json FILE`` writes it for a machine too."""

import asyncio
import json
import platform
from dataclasses import asdict
from pathlib import Path

import click
import uvloop

from tests.bench.measures import SHORT, Row, Size, run


@click.command()
@click.option(
    "--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the rows there."
)
@click.option("--short", is_flag=True, help="Few sessions and seconds: shows that it works, measures little.")
def main(json_file: Path | None, short: bool) -> None:
    """Measure the budgets of the house on a server of its own."""
    with asyncio.Runner(
        loop_factory=uvloop.new_event_loop
    ) as runner:  # the load shares the cores: keep it light
        rows = runner.run(run(SHORT if short else Size()))
    click.echo(machine() + "\n")
    click.echo(table(rows))
    if json_file is not None:
        data = {
            "machine": machine(),
            "rows": [{**asdict(row), "ratio": row.ratio, "times": row.times} for row in rows],
        }
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def machine() -> str:
    """The machine and the Python that the figures belong to."""
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = f"{len(names)} × {names[0].partition(':')[2].strip()}" if names else model
    return f"{model}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | measured | budget | share of it | × a bare session |", "|---|---|---|---|---|"]
    for row in rows:
        bound = "" if row.bound is None else f"{'≥' if row.least else '≤'} {row.bound:,g} {row.unit}"
        share = "" if row.ratio is None else f"{row.ratio:.2f}"
        name = f"{row.name} ({row.note})" if row.note else row.name
        times = "" if row.times is None else f"{row.times:.1f}"
        lines.append(f"| {name} | {row.value:,.4g} {row.unit} | {bound} | {share} | {times} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
