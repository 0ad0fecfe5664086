"""Made-up worlds: causal structures whose truth is known, told in documents, with questions."""
