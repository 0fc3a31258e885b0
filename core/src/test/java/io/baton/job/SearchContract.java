package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class SearchContract extends VerbContract {

    private List<Long> search(JobFilter filter) {
        return ids(store().search(filter, 0, 100));
    }

    private static List<Long> ids(List<JobDetails> found) {
        return found.stream().map(job -> job.id().value()).toList();
    }

    private static JobFilter all() {
        return JobFilter.all();
    }

    @Test
    void finds_nothing_where_nothing_is() {
        assertThat(search(all())).isEmpty();
        assertThat(search(all().queue("q").state(JobState.COMPLETED))).isEmpty();
    }

    @Test
    void the_newest_come_first_page_by_page_ended_or_not() {
        List<Long> newestFirst = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long id = insert(job().queue(i % 2 == 0 ? "q" : "other"));
            newestFirst.add(id);
            if (i % 2 == 0) {
                settle(claimOne(), i % 4 == 0 ? Outcome.Completed.PLAIN : new Outcome.Dead("it broke"));
            }
        }
        Collections.reverse(newestFirst);

        assertThat(search(all())).isEqualTo(newestFirst);
        List<Long> pages = new ArrayList<>();
        for (int offset = 0; offset < 12; offset += 3) {
            pages.addAll(ids(store().search(all(), offset, 3)));
        }
        assertThat(pages).isEqualTo(newestFirst);
        assertThat(store().search(all(), 100, 3)).isEmpty();
    }

    @Test
    void pages_of_ended_jobs_reach_back_as_far_as_asked() {
        store().insertAll(job().times(5));
        claim(5).forEach(each -> settle(each, Outcome.Completed.PLAIN));
        assertThat(ids(store().search(all(), 3, 2))).isEqualTo(search(all()).subList(3, 5));
    }

    @Test
    void tells_as_much_as_find() {
        insert(job().label("tenant", "7"));
        settle(claimOne(), new Outcome.Completed("1"));
        insert(job());
        settle(claimOne(), new Outcome.Retried(Duration.ofHours(1), "it broke"));
        assertThat(store().search(all(), 0, 10)).hasSize(2).allSatisfy(found -> assertThat(found)
                .usingRecursiveComparison()
                .ignoringFields("payload", "failedAttempts")
                .isEqualTo(find(found.id().value())));
    }

    @Test
    void without_payloads_which_are_read_one_by_one() {
        long id = insert(job().payload("[1]"));
        assertThat(store().search(all(), 0, 10)).singleElement().satisfies(found -> assertThat(found.payload())
                .isNull());
        assertThat(find(id).payload()).isEqualTo("[1]");
    }

    @Test
    void those_before_a_job() {
        List<Long> ids = database().insert(job().queue("a"), job().queue("b"), job().queue("a"), job());
        settle(database().claim("b", 1).get(0), Outcome.Completed.PLAIN);
        JobFilter beforeLast = all().before(new JobId(ids.get(3)));
        assertThat(search(beforeLast)).containsExactly(ids.get(2), ids.get(1), ids.get(0));
        assertThat(search(beforeLast.queue("a").state(JobState.READY))).containsExactly(ids.get(2), ids.get(0));
        assertThat(search(all().before(new JobId(ids.get(0))))).isEmpty();
        assertThat(search(all().after(new JobId(ids.get(3))))).isEmpty();
        assertThat(search(all().before(new JobId(ids.get(3))).after(new JobId(ids.get(0)))))
                .containsExactly(ids.get(2), ids.get(1));
        assertThat(store().ids(all().before(new JobId(ids.get(2))), 0, 10)).containsExactly(ids.get(0));
    }

    @Test
    void a_label_may_have_any_value_and_is_no_other() {
        String odd = "a=b\nc\r\n\\n %_! \0 grüße";
        long id = insert(job().label("tenant", odd));
        insert(job().label("other", "\nforged=1\n"));
        insert(job().label("tenant", "a=b"));
        assertThat(find(id).labels()).isEqualTo(Map.of("tenant", odd));
        assertThat(search(all().label("tenant", odd))).containsExactly(id);
        assertThat(search(all().label("forged", "1"))).isEmpty();
    }

    @Test
    void by_queue_type_and_state() {
        long a = insert(job().queue("a").type("x"));
        long b = insert(job().queue("b").type("x").dueIn(Duration.ofHours(1)));
        long c = insert(job().queue("a").type("y").dueIn(Duration.ofHours(1)));
        assertThat(search(all().queue("a"))).containsExactly(c, a);
        assertThat(search(all().type("x"))).containsExactly(b, a);
        assertThat(search(all().queue("a").type("x"))).containsExactly(a);
        assertThat(search(all().state(JobState.SCHEDULED))).containsExactly(c, b);
        assertThat(search(all().state(JobState.SCHEDULED, JobState.READY))).containsExactly(c, b, a);
        assertThat(search(all().queue("A"))).isEmpty();
        assertThat(search(all().state(JobState.BLOCKED))).isEmpty();
    }

    @Test
    void states_within_and_outside_history_may_be_asked_for_together() {
        store().insertAll(job().times(3));
        List<ClaimedJob> claimed = claim(3);
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        settle(claimed.get(1), new Outcome.Cancelled());
        assertThat(search(all().state(JobState.COMPLETED, JobState.CLAIMED)))
                .containsExactly(claimed.get(2).id(), claimed.get(0).id());
        assertThat(search(all().state(JobState.CANCELLED)))
                .containsExactly(claimed.get(1).id());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"100%", "a_b", "C:\\temp\\", "50!", "it's", "\"quoted\"", "😀", "", " ", "a=b", "[x]", "*", "a?b"
            })
    void a_label_is_found_by_exactly_its_value(String value) {
        long wanted = insert(job().label("name", value));
        insert(job().label("name", value + "x"));
        insert(job().label("name", "x" + value));
        insert(job().label("name", value.replace('%', 'x').replace('_', 'x').replace('\\', 'x') + "y"));
        insert(job().label("other", value));
        insert(job());
        assertThat(search(all().label("name", value))).containsExactly(wanted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "_", "\\", "a%", "_name", "n\\ame"})
    void a_label_is_found_by_exactly_its_name(String name) {
        long wanted = insert(job().label(name, "v"));
        insert(job().label("x" + name, "v"));
        insert(job().label("abcd", "v"));
        insert(job().label("name", "v"));
        insert(job().label("v", name));
        assertThat(search(all().label(name, "v"))).containsExactly(wanted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"_", "%", "?", "."})
    void what_stands_for_any_character_elsewhere_stands_for_itself_in_a_label(String any) {
        long wanted = insert(job().label("a" + any + "b", "c" + any + "d"));
        insert(job().label("axb", "c" + any + "d"));
        insert(job().label("a" + any + "b", "cxd"));
        assertThat(search(all().label("a" + any + "b", "c" + any + "d"))).containsExactly(wanted);
    }

    @Test
    void labels_differ_by_case() {
        insert(job().label("name", "Value"));
        assertThat(search(all().label("name", "value"))).isEmpty();
        assertThat(search(all().label("Name", "Value"))).isEmpty();
        assertThat(search(all().label("name", "Value"))).hasSize(1);
    }

    @Test
    void all_labels_asked_for_must_be_there() {
        long both = insert(job().labels(Map.of("a", "1", "b", "2", "c", "3")));
        long one = insert(job().labels(Map.of("a", "1", "b", "3")));
        assertThat(search(all().label("a", "1"))).containsExactly(one, both);
        assertThat(search(all().label("a", "1").label("b", "2"))).containsExactly(both);
        assertThat(search(all().label("c", "3").label("a", "1"))).containsExactly(both);
        assertThat(search(all().label("c", "3").label("a", "2"))).isEmpty();
    }

    @Test
    void labels_are_found_in_history_too() {
        insert(job().label("tenant", "7"));
        ClaimedJob claimed = claimOne();
        settle(claimed, Outcome.Completed.PLAIN);
        assertThat(search(all().label("tenant", "7"))).containsExactly(claimed.id());
        assertThat(search(all().label("tenant", "8"))).isEmpty();
    }

    @Test
    void by_a_key_live_or_ended_which_several_jobs_may_have() {
        long done = insert(job().key("order:7"));
        settle(claimOne(), Outcome.Completed.PLAIN);
        long dead = insert(job().key("order:7"));
        settle(claimOne(), new Outcome.Dead("it broke"));
        insert(job());
        insert(job().key("Order:7"));
        insert(job().key("order:7 "));
        List<Long> many = store().insertAllWithIds(List.of(
                job().key("order:7").asNew(),
                job().key("order:8").asNew(),
                job().key("order:7").asNew()));
        store().insertAll(List.of(job().key("order:9").asNew(), job().asNew()));

        assertThat(search(all().key("order:7"))).containsExactly(many.get(2), many.get(0), dead, done);
        assertThat(search(all().key("order:7").state(JobState.COMPLETED))).containsExactly(done);
        assertThat(search(all().key("order:7").state(JobState.DEAD).queue("q"))).containsExactly(dead);
        assertThat(search(all().key("order:7").errorContains("broke"))).containsExactly(dead);
        assertThat(ids(store().search(all().key("order:7"), 1, 2))).containsExactly(many.get(0), dead);
        assertThat(search(all().key("order:8"))).containsExactly(many.get(1));
        assertThat(search(all().key("order:9"))).hasSize(1);
        assertThat(search(all().key("order"))).isEmpty();
        assertThat(store().ids(all().key("order:7"), 0, 10)).containsExactly(dead, many.get(0), many.get(2));
        assertThat(store().ids(all().key("order:7").after(new JobId(dead)), many.get(0), 10))
                .containsExactly(many.get(2));
        assertThat(store().ids(all().key("order:7").after(new JobId(many.get(0))), dead, 10))
                .containsExactly(many.get(2));
        assertThat(search(all().key("order:7").before(new JobId(many.get(2))).after(new JobId(done))))
                .containsExactly(many.get(0), dead);
        assertThat(store().anyUnfinished(all().key("order:7"))).isTrue();
        assertThat(store().anyUnfinished(all().key("order:6"))).isFalse();
        assertThat(find(done).key()).isEqualTo("order:7");
        assertThat(store().search(all().queue("q"), 0, 100))
                .extracting(JobDetails::key)
                .containsOnly("order:7", "order:8", "order:9", "Order:7", "order:7 ", null);
    }

    @Test
    void by_the_time_of_the_enqueue_ended_or_not() {
        long first = insert(job());
        settle(claimOne(), Outcome.Completed.PLAIN);
        long second = insert(job());
        Instant from = find(first).enqueuedAt();
        Instant until = find(second).enqueuedAt();
        assertThat(search(all().enqueuedBetween(from, null))).containsExactly(second, first);
        assertThat(search(all().enqueuedBetween(until.plusNanos(1_000), null))).isEmpty();
        assertThat(search(all().enqueuedBetween(null, from))).isEmpty();
        assertThat(search(all().enqueuedBetween(null, until.plusNanos(1_000)))).containsExactly(second, first);
        assertThat(store().ids(all().enqueuedBetween(from, until.plusSeconds(1)), 0, 10))
                .containsExactly(second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"50%", "a_b", "C:\\temp\\", "Error!", "it's", "grüße", "Line\n\tat io.Shop"})
    void dead_jobs_by_exactly_this_text_of_their_error(String text) {
        insert(job());
        settle(claimOne(), new Outcome.Dead("before " + text + " after"));
        insert(job());
        settle(claimOne(), new Outcome.Dead("before " + text.replaceFirst("[%_!E'ßL]|temp", "x") + " after"));
        insert(job());
        settle(claimOne(), new Outcome.Retried(Duration.ofHours(1), text));
        assertThat(search(all().errorContains(text))).hasSize(1).allSatisfy(id -> assertThat(find(id).error())
                .contains(text));
        assertThat(search(all().errorContains(text.toUpperCase(Locale.ROOT) + "x")))
                .isEmpty();
        assertThat(search(all().errorContains(text).state(JobState.SCHEDULED))).isEmpty();
        assertThat(store().ids(all().errorContains(text), 0, 10)).isEqualTo(search(all().errorContains(text)));
    }

    @Test
    void those_that_match_when_they_are_locked_are_known_by_their_queues() {
        long ready = insert(job().queue("a"));
        long dead = insert(job().queue("q"));
        settle(claimOne(), new Outcome.Dead("it broke"));
        List<Long> both = List.of(ready, dead);
        assertThat(store().lock(both, all())).isEqualTo(Map.of(ready, "a", dead, "q"));
        assertThat(store().lock(both, all().state(JobState.READY))).isEqualTo(Map.of(ready, "a"));
        assertThat(store().lock(both, all().errorContains("broke"))).isEqualTo(Map.of(dead, "q"));
        assertThat(store().lock(both, all().errorContains("bent"))).isEmpty();
    }
}
