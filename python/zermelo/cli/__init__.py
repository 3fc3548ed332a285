"""The command line: `zermelo games | perft | search | solve | explain | play | match | uci | serve | …`.

Exit codes: 0, 1 for a "no", 2 for bad usage. Errors are one sentence on stderr.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from zermelo import ZermeloError, __version__

COMMANDS = {
    **dict.fromkeys(("games", "perft", "search"), "analysis"),
    **dict.fromkeys(("solve", "verify"), "solve"),
    **{name: name for name in ("analyse", "explain", "quiz", "grade", "experiment", "play", "match")},
    **{name: name for name in ("uci", "external", "bench", "serve")},
    "check": "analysis",
}
"""Each command's module. Only the one that is asked for is loaded: that halves the time to start."""


class Commands(click.Group):
    """The commands, in the order of the list."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"zermelo.cli.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(found, click.Command), "a module has its command under its name"
        return found


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, package_name="zermelo")
def commands() -> None:
    """Adversarial search: find the value of a game position and the best move."""


def main() -> None:
    """Runs the command line; whatever goes wrong is told in one sentence."""
    try:
        result = commands(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as usage:
        print(usage.format_message())
        return
    except click.exceptions.Exit as ending:
        raise SystemExit(ending.exit_code) from None
    except (click.Abort, KeyboardInterrupt):
        raise SystemExit(130) from None
    except BrokenPipeError:
        # Whoever read our output has enough of it; Python must not complain when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except click.ClickException as error:
        fail(error.format_message())
    except (ZermeloError, ValueError, MemoryError, OSError, OverflowError) as error:
        fail(str(error))
    except RecursionError:
        fail("the input is nested too deeply")
    if isinstance(result, int):
        raise SystemExit(result)


def fail(sentence: str) -> None:
    """Ends with a sentence on stderr and exit code 2."""
    print(f"zermelo: {' '.join(sentence.split())}", file=sys.stderr)
    raise SystemExit(2)
