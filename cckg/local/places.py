"""Whether stretches of a text, and claims, stand in the same places of it."""

from cckg.core.claims import ExtractedClaim, Span


def overlap(one: Span, other: Span) -> bool:
    """Tell whether two stretches of one text share a part."""
    return one.start < other.end and other.start < one.end


def mostly_shared(one: Span, other: Span) -> bool:
    """Tell whether two stretches of one text share half of the shorter one."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    return 2 * shared >= min(one.end - one.start, other.end - other.start)


def same_places(one: ExtractedClaim, other: ExtractedClaim) -> bool:
    """Tell whether two claims join the same two places of a text, this way or the other way round."""
    sides, others = (one.cause.span, one.effect.span), (other.cause.span, other.effect.span)
    return all(map(overlap, sides, others)) or all(map(overlap, sides, others[::-1]))
