"""Tokens by which programs play."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter

from kontor.server.routes.callers import Caller, TheNode
from kontor.server.routes.scopes import check_session
from kontor.server.schemas.session import SCOPES, GivenToken, NewToken, Token, Tokens
from kontor.server.schemas.texts import TokenId

router = APIRouter(prefix="/tokens", tags=["tokens"])


@router.post("", status_code=201)
async def make(asked: NewToken, account: Caller, node: TheNode) -> GivenToken:
    """Make a token; its secret is told this once."""
    check_session(account)
    scopes = tuple(scope for scope in SCOPES if scope in asked.scopes)
    token, secret = await node.people.new_token(account, asked.label, scopes)
    return GivenToken(**asdict(token), token=secret)


@router.get("")
async def listed(account: Caller, node: TheNode) -> Tokens:
    """List the caller's tokens without their secrets."""
    check_session(account)
    return Tokens(tokens=[Token(**asdict(token)) for token in await node.people.accounts.tokens(account.id)])


@router.delete("/{token_id}", status_code=204)
async def drop(token_id: TokenId, account: Caller, node: TheNode) -> None:
    """Make a token worthless."""
    check_session(account)
    await node.people.drop_token(account, token_id)
