package io.baton.sample.push;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The stored lists of recipients, with sent, opened and clicked. The primary key is the push and the user, so that no user is in a list twice. */
@Component
class Recipients {

    private static final double LATITUDE = -33.8688;
    private static final double LONGITUDE = 151.2093;
    private static final int BATCH = 1_000;

    private final JdbcTemplate template;
    private final JdbcClient jdbc;

    Recipients(JdbcTemplate template, JdbcClient jdbc) {
        this.template = template;
        this.jdbc = jdbc;
    }

    /** Returns the users within this distance of Sydney, by the great circle. */
    List<Long> within(int kilometres) {
        return jdbc.sql(
                        "select id from member where 2 * 6371 * asin(sqrt(power(sin(radians(latitude - :latitude) / 2), 2)"
                                + " + cos(radians(latitude)) * cos(radians(:latitude)) * power(sin(radians(longitude - :longitude) / 2), 2)))"
                                + " <= :kilometres")
                .param("latitude", LATITUDE)
                .param("longitude", LONGITUDE)
                .param("kilometres", kilometres)
                .query(Long.class)
                .list();
    }

    void store(long push, List<Sample> recipients) {
        template.batchUpdate(
                "insert into recipient (push_id, user_id, sample) values (?, ?, ?)",
                recipients,
                BATCH,
                (statement, recipient) -> {
                    statement.setLong(1, push);
                    statement.setLong(2, recipient.user());
                    statement.setString(3, recipient.content());
                });
    }

    void sent(Collection<SendMail> mails) {
        Timestamp now = Timestamp.from(Instant.now());
        template.batchUpdate(
                "update recipient set sent_at = ? where push_id = ? and user_id = ? and sent_at is null",
                mails,
                BATCH,
                (statement, mail) -> {
                    statement.setTimestamp(1, now);
                    statement.setLong(2, mail.pushId());
                    statement.setLong(3, mail.userId());
                });
    }

    /** Records the first time. */
    void opened(long push, long user) {
        note("opened_at", push, user);
    }

    /** A user who clicks has opened the mail, even if the mail program shows no pictures. */
    void clicked(long push, long user) {
        note("opened_at", push, user);
        note("clicked_at", push, user);
    }

    private void note(String column, long push, long user) {
        jdbc.sql("update recipient set " + column + " = ? where push_id = ? and user_id = ? and " + column + " is null")
                .params(Timestamp.from(Instant.now()), push, user)
                .update();
    }

    Instant lastSent(long push) {
        return jdbc.sql("select max(sent_at) from recipient where push_id = ?")
                .param(push)
                .query(Timestamp.class)
                .optional()
                .map(Timestamp::toInstant)
                .orElse(Instant.EPOCH);
    }

    /** Returns the content that was clicked most, else opened most, else A. */
    String mostClicked(long push) {
        return jdbc.sql("select sample from recipient where push_id = ? and sample is not null group by sample"
                        + " order by count(clicked_at) desc, count(opened_at) desc, sample fetch first 1 rows only")
                .param(push)
                .query(String.class)
                .optional()
                .orElse("A");
    }

    /** Returns the progress of a push by part, the rest last. */
    List<Progress> progress(long push) {
        return jdbc.sql(
                        "select sample, count(*) as recipients, count(sent_at) as sent, count(opened_at) as opened,"
                                + " count(clicked_at) as clicked from recipient where push_id = ? group by sample order by coalesce(sample, 'C')")
                .param(push)
                .query(Progress.class)
                .list();
    }

    /**
     * The progress of a part of a push.
     *
     * @param sample the content that this part of the sample gets; null for the rest
     */
    record Progress(@Nullable String sample, long recipients, long sent, long opened, long clicked) {}
}
