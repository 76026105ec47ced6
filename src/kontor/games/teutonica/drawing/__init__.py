"""Drawing maps of Hansa Teutonica as SVG, as the browser client draws them."""
