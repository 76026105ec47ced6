"""Groups of commands that print their help without arguments, and suggest the nearest name for a misspelt one."""

from __future__ import annotations

import click

from kontor.core.suggestions import did_you_mean


class HelpfulGroup(click.Group):
    """A group of commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help text."""
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; without any, print the help text."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; the message for a misspelt one suggests the nearest."""
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"no command is named {args[0]!r}.{did_you_mean(args[0], names)}")
        return super().resolve_command(ctx, args)
