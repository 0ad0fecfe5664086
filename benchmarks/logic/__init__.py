"""Logical queries measured: operators on made-up documents, negation on public sets, and how well questions are put as queries."""
