package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Shop;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** Whoever can write a row can write no line of the log. */
@ExtendWith(OutputCaptureExtension.class)
class LoggedRowsTests {

    private static final char ESCAPE = 0x1b;
    private static final char LINE_SEPARATOR = 0x2028;
    private static final String FORGED = "x\r\nforged" + ESCAPE + "[2J" + LINE_SEPARATOR;

    @Test
    void names_from_rows_stay_on_their_line(CapturedOutput output) {
        try (var host = HostContract.start(
                Shop.class,
                HostContract.WITHOUT_BOOTS_FLYWAY,
                "baton.worker.heartbeat=100ms",
                "baton.worker.dead-after=1s")) {
            JdbcTemplate sql = host.getBean(JdbcTemplate.class);
            sql.update(
                    "INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at)"
                            + " VALUES (?, ?, 1, ?, '', '', '', now(), now())",
                    "worker " + FORGED,
                    FORGED,
                    UUID.randomUUID());
            var id = host.getBean(Jobs.class).enqueue(new PriceItem("any"), job -> job.queue("nowhere"));
            sql.update(
                    "UPDATE baton_job SET type = ?, labels = ?, queue = 'default' WHERE id = ?",
                    "type " + FORGED,
                    "\nname=" + FORGED + "\n",
                    id.id().value());

            await().until(() ->
                    output.toString().contains("worker x") && output.toString().contains("type x"));
        }
        assertThat(output).doesNotContain(String.valueOf(ESCAPE), String.valueOf(LINE_SEPARATOR));
        assertThat(output.toString().lines()).noneMatch(line -> line.startsWith("forged"));
        assertThat(output).contains("\\u000d\\nforged\\u001b[2J\\u2028");
    }
}
