package io.baton.sample.approvals;

import io.baton.JobId;
import io.baton.Signals;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The requests for approvals, and their links. A request is decided once, whichever of its links is used, how often, and by how many at once: the
 * database decides which one was first.
 */
@Component
public class Approvals {

    /** How long a link is valid after it was made, by the clock of the database. */
    public static final Duration VALID_FOR = Duration.ofHours(1);

    private static final int TOKEN_BYTES = 32;
    private static final int SECONDS = 10;

    private final SecureRandom random = new SecureRandom();
    private final JdbcClient jdbc;
    private final Signals signals;
    private final TransactionTemplate transactions;

    Approvals(JdbcClient jdbc, Signals signals, PlatformTransactionManager manager) {
        this.jdbc = jdbc;
        this.signals = signals;
        this.transactions = new TransactionTemplate(manager);
        transactions.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        transactions.setTimeout(SECONDS);
    }

    /** Stores a request, in the caller's transaction. A job has one for each name of a signal. */
    public void request(JobId job, String signal, String question) {
        jdbc.sql("insert into approval (job_id, signal_name, question) values (?, ?, ?)")
                .params(job.value(), signal, question)
                .update();
    }

    /**
     * Makes a link to a request. Call it without a transaction: the link should be stored before its mail is sent.
     *
     * @return its token, of which only a hash is stored: it cannot be read again, and belongs into the mail alone
     */
    public String link(JobId job, String signal, String recipient, Choice choice) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        jdbc.sql("insert into approval_link (token_hash, job_id, signal_name, recipient, choice, expires_at)"
                        + " values (?, ?, ?, ?, ?, current_timestamp(6) + interval '" + VALID_FOR.toSeconds()
                        + "' second)")
                .params(hash(token), job.value(), signal, recipient, choice.name())
                .update();
        return token;
    }

    Optional<ApprovalLink> find(String token) {
        return jdbc.sql("select l.job_id, l.signal_name, l.recipient, l.choice, a.question, a.decision,"
                        + " case when l.expires_at <= current_timestamp(6) then 1 else 0 end as expired"
                        + " from approval_link l"
                        + " join approval a on a.job_id = l.job_id and a.signal_name = l.signal_name"
                        + " where l.token_hash = ?")
                .param(hash(token))
                .query(ApprovalLink.class)
                .optional();
    }

    /** Decides a request, unless it is decided, and sends the signal to its job: both, or neither. */
    public Outcome decide(JobId job, String signal, Choice choice, String by) {
        return Objects.requireNonNull(
                transactions.execute(status -> decide(job, signal, new Decision(choice, by), status)));
    }

    /** Of two at once, the second waits at the update for the first, and then finds the request decided. */
    private Outcome decide(JobId job, String signal, Decision decision, TransactionStatus transaction) {
        int decided = jdbc.sql("update approval set decision = ?, decided_by = ?, decided_at = current_timestamp(6)"
                        + " where job_id = ? and signal_name = ? and decision is null")
                .params(decision.choice().name(), decision.by(), job.value(), signal)
                .update();
        if (decided == 0) {
            return Outcome.NOT_OPEN;
        }
        // the last statement, since it locks the row of the job
        return switch (signals.send(job, signal, decision, signal)) {
            case DELIVERED, STORED -> Outcome.DECIDED;
            case TOO_LATE, UNKNOWN -> {
                transaction.setRollbackOnly();
                yield Outcome.TOO_LATE;
            }
        };
    }

    private static String hash(String token) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
