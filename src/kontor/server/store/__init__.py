"""The database: models, migrations, and one module per kind of row."""
