package io.baton.sample.push;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Component;

/** The stored pushes and their contents. */
@Component
class PushRows {

    private final JdbcClient jdbc;

    PushRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Stores a push, in the caller's transaction. */
    long add(int kilometres, List<Content> contents) {
        KeyHolder key = new GeneratedKeyHolder();
        jdbc.sql("insert into push (kilometres, salt) values (?, ?)")
                .params(kilometres, UUID.randomUUID().toString())
                .update(key, "id");
        long push = Objects.requireNonNull(key.getKey(), "the database returns the key")
                .longValue();
        contents.forEach(content -> jdbc.sql("insert into content (push_id, letter, subject, text) values (?, ?, ?, ?)")
                .params(push, content.letter(), content.subject(), content.text())
                .update());
        return push;
    }

    Push find(long push) {
        return jdbc.sql("select id, kilometres, salt, winner from push where id = ?")
                .param(push)
                .query(Push.class)
                .single();
    }

    /** The newest pushes. */
    List<Push> newest(int count) {
        return jdbc.sql("select id, kilometres, salt, winner from push order by id desc fetch first " + count
                        + " rows only")
                .query(Push.class)
                .list();
    }

    List<Content> contents(long push) {
        return jdbc.sql("select letter, subject, text from content where push_id = ? order by letter")
                .param(push)
                .query(Content.class)
                .list();
    }

    /** Stores the first choice; later ones have no effect. */
    void choose(long push, String winner) {
        jdbc.sql("update push set winner = ? where id = ? and winner is null")
                .params(winner, push)
                .update();
    }

    /**
     * A push.
     *
     * @param kilometres maximum distance of its recipients from Sydney
     * @param salt fixes the order in which the sample is drawn
     * @param winner the letter of the content that the rest gets
     */
    record Push(
            long id, int kilometres, String salt, @Nullable String winner) {}
}
