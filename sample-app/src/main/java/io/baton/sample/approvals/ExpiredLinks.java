package io.baton.sample.approvals;

import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Recurring;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SingleColumnRowMapper;
import org.springframework.stereotype.Component;

/** Deletes links, a month after they have expired: until then their page says so. The requests stay: who decided, and when. */
@Component
class ExpiredLinks {

    /** The name of the schedule. */
    static final String NAME = "expired-links";

    private static final Chunks<String> EXPIRED = Chunks.of(
                    "SELECT token_hash FROM approval_link WHERE expires_at < current_timestamp(6) - interval '30' day",
                    "token_hash",
                    500)
            .mappedBy(new SingleColumnRowMapper<>(String.class));

    private final JdbcTemplate template;

    ExpiredLinks(JdbcTemplate template) {
        this.template = template;
    }

    @JobHandler(value = NAME, queue = "orders")
    @Recurring(name = NAME, every = "1h", overlap = false)
    void delete(JobContext job) {
        job.inChunks(EXPIRED, this::delete);
    }

    private void delete(List<String> hashes) {
        template.batchUpdate(
                "delete from approval_link where token_hash = ?",
                hashes,
                hashes.size(),
                (statement, hash) -> statement.setString(1, hash));
    }
}
