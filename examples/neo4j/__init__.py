"""A real Neo4j Community server from Maven artifacts and a JDK, for tests and for users without Docker."""
