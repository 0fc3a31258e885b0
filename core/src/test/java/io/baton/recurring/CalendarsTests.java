package io.baton.recurring;

import static io.baton.recurring.RecurringOnDatabase.declared;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.Recurrence;
import io.baton.RecurringDetails;
import io.baton.calendar.Calendars;
import io.baton.calendar.WorkCalendar;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Schedules with a calendar, whose days change between starts of nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@OnEachDatabase
class CalendarsTests implements TestsOnDatabase {

    private static final Recurrence DAILY = Recurrence.cron("0 0 12 * * *").calendar("de");

    private final Map<String, WorkCalendar> named = new ConcurrentHashMap<>();

    @SuppressWarnings("NullAway.Init")
    private RecurringOnDatabase on;

    @Override
    public void open(TestDatabase kind) {
        on = new RecurringOnDatabase(kind, new Calendars(named, Map.of()));
    }

    @Override
    public void close() {
        on.close();
    }

    @BeforeEach
    void clear() {
        on.clear();
        close(0);
    }

    /** Closes today and days after it. */
    private void close(int days) {
        LocalDate today = LocalDate.ofInstant(now(), ZoneOffset.UTC);
        List<String> dates = IntStream.range(0, days)
                .mapToObj(day -> today.plusDays(day).toString())
                .toList();
        named.put("de", WorkCalendar.of(ZoneId.of("UTC"), dates));
    }

    private Instant now() {
        on.recurring.addNamed("clock", Recurrence.every(Duration.ofDays(1)), "report");
        Instant now = on.schedule("clock").now();
        on.clear();
        return now;
    }

    private Instant next(String name) {
        return requireNonNull(on.schedule(name).nextAt());
    }

    @Test
    void a_schedule_is_stored_with_its_calendar_and_passes_closed_days() {
        close(10);
        Instant now = now();
        assertThat(on.recurring.addNamed("daily", DAILY, "report")).isTrue();
        RecurringDetails found = on.recurring.find("daily").orElseThrow();
        assertThat(found.recurrence()).isEqualTo(DAILY);
        assertThat(found.nextTicks()).hasSize(10).allMatch(tick -> tick.isAfter(now.plus(Duration.ofDays(8))));
        on.recurring.change("daily", DAILY.calendar(""));
        assertThat(next("daily")).isBefore(now.plus(Duration.ofDays(2)));
        assertThat(on.recurring.find("daily").orElseThrow().recurrence().calendar())
                .isNull();
        on.recurring.change("daily", DAILY);
        assertThat(next("daily")).isAfter(now.plus(Duration.ofDays(8)));
    }

    @Test
    void a_tick_on_a_day_that_was_closed_since_has_no_job() {
        on.recurring.addNamed("daily", DAILY, "report");
        on.shift("daily", Duration.ofSeconds(1));
        Instant now = on.schedule("daily").now();
        close("daily", 3);
        on.fire();
        assertThat(on.count()).isZero();
        assertThat(next("daily")).isAfter(now.plus(Duration.ofDays(1)));
        named.put("de", WorkCalendar.of(ZoneId.of("UTC"), List.of()));
        on.shift("daily", Duration.ofSeconds(1));
        on.fire();
        assertThat(on.count()).isEqualTo(1);
    }

    /** Closes the day of the next tick of a schedule, today and days after it. */
    private void close(String schedule, int days) {
        LocalDate day = LocalDate.ofInstant(next(schedule), ZoneOffset.UTC);
        named.put(
                "de",
                WorkCalendar.of(
                        ZoneId.of("UTC"),
                        IntStream.range(0, days)
                                .mapToObj(number -> day.plusDays(number).toString())
                                .toList()));
    }

    @Test
    void a_declaration_with_other_days_gets_another_next_tick() {
        on.node(Set.of(), declared("daily", DAILY));
        Instant first = next("daily");
        close("daily", 5);
        on.node(Set.of(), declared("daily", DAILY));
        Instant later = next("daily");
        assertThat(later).isEqualTo(first.plus(Duration.ofDays(5)));
        on.node(Set.of(), declared("daily", DAILY));
        assertThat(next("daily")).isEqualTo(later);
        named.put("de", WorkCalendar.of(ZoneId.of("UTC"), List.of()));
        on.node(Set.of(), declared("daily", DAILY));
        assertThat(next("daily")).isEqualTo(first);
    }

    @Test
    void a_node_without_the_calendar_leaves_its_schedules_to_others() {
        on.recurring.addNamed("daily", DAILY, "report");
        on.recurring.addNamed("plain", Recurrence.every(Duration.ofDays(1)), "report");
        on.shift("daily", Duration.ofSeconds(1));
        WorkCalendar known = requireNonNull(named.remove("de"));
        FireSchedules firer = on.firer();
        assertThat(firer.sweep()).isZero();
        assertThat(firer.sweep()).isEqualTo(Duration.ofSeconds(5));
        assertThat(on.count()).as("the plain one's").isEqualTo(1);
        assertThat(on.recurring.find("daily").orElseThrow().stopped()).contains("no calendar \"de\"");
        assertThat(on.recurring.list()).extracting(RecurringDetails::name).containsExactly("daily", "plain");
        assertThat(on.recurring.pause("daily")).isTrue();
        assertThatThrownBy(() -> on.recurring.resume("daily"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("no calendar \"de\"");
        named.put("de", known);
        assertThat(on.recurring.resume("daily")).isTrue();
        on.shift("daily", Duration.ofSeconds(1));
        on.fire();
        assertThat(on.count()).isEqualTo(2);
    }

    @Test
    void a_calendar_that_is_renamed_or_dropped_with_its_declaration_is_replaced() {
        on.node(Set.of(), declared("daily", DAILY));
        named.put("germany", requireNonNull(named.remove("de")));
        on.node(Set.of("report"), declared("daily", DAILY.calendar("germany")));
        assertThat(on.recurring.find("daily").orElseThrow().recurrence().calendar())
                .isEqualTo("germany");
        named.remove("germany");
        on.node(Set.of("report"), declared("daily", DAILY.calendar(null)));
        assertThat(on.recurring.find("daily").orElseThrow().stopped()).isNull();
        on.shift("daily", Duration.ofSeconds(1));
        on.fire();
        assertThat(on.count()).isEqualTo(1);
    }

    @Test
    void without_its_calendar_a_schedule_can_be_removed() {
        on.recurring.addNamed("daily", DAILY, "report");
        named.remove("de");
        on.recurring.remove("daily");
        assertThat(on.recurring.list()).isEmpty();
    }

    @Test
    void what_could_never_recur_is_refused() {
        assertThatThrownBy(() -> on.recurring.addNamed("daily", DAILY.calendar("fr"), "report"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("no calendar \"fr\"")
                .hasMessageContaining("baton.calendars");
        assertThatThrownBy(() -> on.node(Set.of(), declared("daily", DAILY.calendar("fr"))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("no calendar \"fr\"");
        named.put("de", WorkCalendar.of(ZoneId.of("UTC"), List.of("SATURDAY")));
        Recurrence saturdays = Recurrence.cron("0 0 12 * * SAT").calendar("de");
        assertThatThrownBy(() -> on.recurring.addNamed("daily", saturdays, "report"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("closes each day");
        assertThatThrownBy(() -> Recurrence.every(Duration.ofMinutes(10)).calendar("de"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("cron expression");
        assertThat(on.recurring.list()).isEmpty();
    }
}
