"""Hansa Teutonica: every edition, board, module and two-player variant."""
