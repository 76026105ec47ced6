"""A bot that plays one game of Hansa on a server against two computer players: python bot.py [URL]."""

import sys
from contextlib import suppress

import kontor
from kontor.client import Client, TableChanged

agent = kontor.agent("easy")
address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8137"
with Client(address) as client:
    client.sign_in("Rob", is_bot=True)
    table = client.create_table("hansa players=3", ["human", "easy", "light"], title="Rob plays", public=True)
    print(f"Watch: {address}/#/table/{table.id}")
    for _ in table.follow():
        if table.decision is not None:
            with suppress(TableChanged):  # a player has left or taken a move back: decide again
                table.move(agent.choose(table.state))
    print(f"Points: {table.scores}, winners: {table.winners}")
