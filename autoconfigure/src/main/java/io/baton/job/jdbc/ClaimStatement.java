package io.baton.job.jdbc;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import java.util.List;

/** Takes ready jobs of one queue for a worker, in any order of answer. */
interface ClaimStatement {

    List<ClaimedJob> claim(Claim claim);
}
