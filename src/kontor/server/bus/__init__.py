"""The bus that announces changes to all nodes, and the hub of live connections."""
