package io.baton.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.Recurrence;
import io.baton.RecurringDetails;
import io.baton.recurring.BatonRecurringJobs.FoundRecurringJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FoundRecurringJobTests {

    private final JsonMapper json = new JsonMapper();

    @Test
    void it_is_written_as_json_by_what_its_interface_says() {
        Instant tick = Instant.parse("2026-03-29T01:00:00Z");
        RecurringDetails found = new FoundRecurringJob(
                "nightly",
                "report",
                Recurrence.cron("0 0 3 * * *").zone("Europe/Berlin"),
                List.of(tick),
                tick,
                new JobId(7),
                false,
                true,
                null);
        assertThat(json.readTree(json.writerFor(RecurringDetails.class).writeValueAsString(found)))
                .isEqualTo(json.readTree(json.writeValueAsString(found)))
                .isEqualTo(json.readTree("""
                        {"name":"nightly","type":"report","nextTicks":["2026-03-29T01:00:00Z"],
                         "recurrence":{"cron":"0 0 3 * * *","every":null,"zone":"Europe/Berlin","missed":"RUN_ONCE","overlap":true,"calendar":null},
                         "lastTick":"2026-03-29T01:00:00Z","lastJob":7,"paused":false,"declared":true,"stopped":null}"""));
    }

    @Test
    void a_recurrence_says_what_it_is() {
        assertThat(Recurrence.every(Duration.ofMinutes(10)).withoutOverlap())
                .hasToString("every PT10M UTC, missed RUN_ONCE, without overlap")
                .isEqualTo(Recurrence.every(Duration.ofMinutes(10)).overlap(false))
                .isNotEqualTo(Recurrence.every(Duration.ofMinutes(10)));
        assertThat(Recurrence.cron(" @daily ").zone("Europe/Berlin"))
                .hasToString("cron @daily Europe/Berlin, missed RUN_ONCE");
    }
}
