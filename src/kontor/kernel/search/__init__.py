"""Search inside the kernel: a planner of whole turns and a search tree of them."""
