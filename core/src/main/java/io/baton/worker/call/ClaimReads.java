package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.job.Fence;
import io.baton.job.JobClaims;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Reads what handlers query of their jobs, from a server that has the claim. After a failover a connection may lead to one that is behind, such as a
 * former primary, and what it does not have yet would be taken for what does not exist. Callbacks after the commit of a transactional handler read too.
 */
public record ClaimReads(JobClaims claims, Transactions transactions) {

    <T> T read(Fence claim, Supplier<T> query) {
        return DatabaseInterruptedException.during(() -> transactions.run(() -> {
            if (!claims.sees(claim)) {
                throw new TransientDataAccessResourceException(
                        "The server that responded does not have the claim of job " + claim.id()
                                + ": it is behind the server that committed it, or the claim is lost");
            }
            return query.get();
        }));
    }

    Map<String, String> labels(Fence claim) {
        return read(claim, () -> claims.labels(claim.id()));
    }
}
