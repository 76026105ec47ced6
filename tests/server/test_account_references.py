"""Every column with the id of an account is deleted with it, or is known to stay."""

from kontor.server.store.account_references import KEPT, MOVED, REMOVED
from kontor.server.store.models import Base


def test_every_reference_to_an_account_is_listed() -> None:
    columns = [column for table in Base.metadata.sorted_tables for column in table.columns]
    found = {
        str(column) for column in columns if any(key.column.table.name == "accounts" for key in column.foreign_keys)
    }
    listed = [str(column.property.columns[0]) for column in [*REMOVED, *KEPT]]
    assert len(listed) == len(set(listed))
    assert found <= set(listed), f"add to store/account_references.py: {sorted(found - set(listed))}"
    assert {str(column.property.columns[0]) for column in MOVED} <= set(listed)
