"""Drawing the map of Hansa as SVG, as the browser client draws it."""
