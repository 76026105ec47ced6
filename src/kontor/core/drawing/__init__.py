"""Drawing maps of positions as SVG: what all games share."""
