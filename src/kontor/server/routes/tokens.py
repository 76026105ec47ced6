"""Tokens with which programs authenticate."""

from __future__ import annotations

from dataclasses import asdict

from kontor.server.authentication import check_session
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas.fields import TokenId
from kontor.server.schemas.session import SCOPES, CreatedToken, NewToken, Token, Tokens

router = api_router("tokens", "/tokens")


@router.post("", status_code=201)
async def create_token(body: NewToken, account: CurrentAccount, node: CurrentNode) -> CreatedToken:
    """Create a token; its secret is shown only once."""
    check_session(account)
    scopes = tuple(scope for scope in SCOPES if scope in body.scopes)
    token, secret = await node.accounts.new_token(account, body.label, scopes)
    return CreatedToken(**asdict(token), token=secret)


@router.get("")
async def list_tokens(account: CurrentAccount, node: CurrentNode) -> Tokens:
    """List the tokens of the account without their secrets."""
    check_session(account)
    return Tokens(tokens=[Token(**asdict(token)) for token in await node.accounts.store.tokens(account.id)])


@router.delete("/{token_id}", status_code=204)
async def delete_token(token_id: TokenId, account: CurrentAccount, node: CurrentNode) -> None:
    """Delete a token."""
    check_session(account)
    await node.accounts.delete_token(account, token_id)
