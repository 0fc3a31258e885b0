package io.baton.permit;

import io.baton.job.DirtySet;

/** The limits that may have room or waiters that they had not before, until an admission has looked at each. */
public final class TouchedLimits extends DirtySet<String> {}
