"""From documents to the graph: load, chunk, extract, consolidate, store. It never imports `queries`."""
