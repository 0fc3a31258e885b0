package io.baton.permit;

import io.baton.job.DirtySet;

/** The limits that may have new free permits or new waiting jobs, until an admission has locked each. */
public final class DirtyLimits extends DirtySet<String> {}
