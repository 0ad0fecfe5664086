"""Six reports, what a very careful reader says of each, and forty questions with gold; none of it written with sight of the code."""
