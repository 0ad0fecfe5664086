"""The graph in a Neo4j database: `Neo4jStore` keeps the protocol of `cckg.stores`. The driver is imported when it is asked for."""

from cckg.stores.neo4j.store import Neo4jStore
