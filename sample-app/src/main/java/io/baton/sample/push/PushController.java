package io.baton.sample.push;

import io.baton.Flows;
import io.baton.sample.Done;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The requests of the page about pushes: their state, and the start of one. */
@RestController
class PushController {

    private static final int SHOWN = 3;
    private static final int LONGEST_SUBJECT = 100;
    private static final int LONGEST_TEXT = 1_000;

    private final Pushes pushes;
    private final PushRows rows;
    private final Recipients recipients;
    private final Flows flows;
    private final JdbcClient jdbc;

    PushController(Pushes pushes, PushRows rows, Recipients recipients, Flows flows, JdbcClient jdbc) {
        this.pushes = pushes;
        this.rows = rows;
        this.recipients = recipients;
        this.flows = flows;
        this.jdbc = jdbc;
    }

    @GetMapping("/api/pushes")
    PushState state() {
        long users = jdbc.sql("select count(*) from member").query(Long.class).single();
        return new PushState(users, rows.newest(SHOWN).stream().map(this::shown).toList());
    }

    private PushState.Push shown(PushRows.Push push) {
        return new PushState.Push(
                push.id(),
                push.kilometres(),
                push.winner(),
                rows.contents(push.id()),
                recipients.progress(push.id()),
                flows.find(Pushes.key(push.id())).orElse(null));
    }

    @PostMapping("/pushes")
    Done start(@RequestBody NewPush wanted) {
        require(wanted.kilometres() > 0 && wanted.kilometres() <= 20_000, "The distance is 1 to 20,000 km.");
        List<Content> contents = List.of(
                new Content("A", text(wanted.subjectA()), text(wanted.textA())),
                new Content("B", text(wanted.subjectB()), text(wanted.textB())));
        for (Content content : contents) {
            require(
                    !content.subject().isBlank() && content.subject().length() <= LONGEST_SUBJECT,
                    "Subject " + content.letter() + " has 1 to " + LONGEST_SUBJECT + " characters.");
            require(content.text().length() <= LONGEST_TEXT, "A text has up to " + LONGEST_TEXT + " characters.");
        }
        return new Done(pushes.start(wanted.kilometres(), contents));
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, otherwise);
        }
    }

    private static String text(@Nullable String given) {
        return given == null ? "" : given;
    }

    /** The values of the form. */
    record NewPush(
            int kilometres,
            @Nullable String subjectA,
            @Nullable String textA,
            @Nullable String subjectB,
            @Nullable String textB) {}
}
