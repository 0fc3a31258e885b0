package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.Stubbed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PermitFollowUpTests {

    private static final Admitted NOTHING = new Admitted(0, Set.of(), Set.of(), Set.of(), Set.of(), Map.of());
    private static final Set<String> SERVED = Set.of("q");
    private static final Duration LOOK = Duration.ofSeconds(10);

    private Set<String> holders = Set.of();
    private int takesBack;
    private Duration look = LOOK;
    private boolean used = true;
    private int questions;
    private int reads;
    private Runnable whileAsked = () -> {};
    private final List<Set<String>> takenBack = new ArrayList<>();
    private Set<String> open = SERVED;
    private final AtomicLong now = new AtomicLong(1);
    private final List<Set<String>> asked = new ArrayList<>();
    private final List<ReadyJobs> rung = new ArrayList<>();
    private final List<String> toldOthers = new ArrayList<>();
    private final AtomicInteger wakes = new AtomicInteger();
    private final DirtyLimits dirty = new DirtyLimits();
    private List<String> awaited = List.of();
    private Admitted answer = NOTHING;
    private boolean fails;
    private boolean pollFails;

    private final PermitFollowUp followUp = followUp(dirty);

    private PermitFollowUp followUp(DirtyLimits of) {
        return new PermitFollowUp(
                store(),
                new Transactions() {
                    @Override
                    public <T extends @Nullable Object> T run(Supplier<T> work) {
                        return work.get();
                    }
                },
                of,
                new JobSignal() {
                    @Override
                    public void jobsAvailable(ReadyJobs ready) {
                        rung.add(ready);
                    }

                    @Override
                    public void jobsScheduled() {}

                    @Override
                    public void pausesChanged() {}
                },
                now::get,
                () -> look);
    }

    @SuppressWarnings("unchecked") // the proxy is called with what the interface says
    private PermitStore store() {
        return Stubbed.of(PermitStore.class, (method, arguments) -> switch (method) {
            case "admit" -> admit((Collection<?>) arguments[0]);
            case "awaited" -> awaited((String) arguments[0], (int) arguments[1]);
            case "isUsed" -> isUsed();
            case "releaseUnserved" -> {
                takenBack.add(Set.copyOf((Collection<String>) arguments[0]));
                yield new Repaired(null, takesBack > 0 ? takesBack : holders.size(), holders);
            }
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private List<String> awaited(String after, int limit) {
        reads++;
        if (pollFails) {
            throw new IllegalStateException("no poll");
        }
        return awaited.stream()
                .filter(name -> name.compareTo(after) > 0)
                .limit(limit)
                .toList();
    }

    private boolean isUsed() {
        questions++;
        whileAsked.run();
        return used;
    }

    private Admitted admit(Collection<?> names) {
        if (fails) {
            throw new IllegalStateException("away");
        }
        asked.add(new TreeSet<>(names.stream().map(String::valueOf).toList()));
        Admitted answered = answer;
        answer = NOTHING;
        return answered;
    }

    @BeforeEach
    void begin() {
        dirty.onOtherNodes(toldOthers::addAll);
        followUp.begin(wakes::incrementAndGet);
        drain();
        pass(Duration.ofSeconds(1));
        drain();
        asked.clear();
        takenBack.clear();
        wakes.set(0);
    }

    private Duration drain() {
        for (int turn = 0; turn < 100; turn++) {
            Duration rest = followUp.follow(() -> open);
            if (!rest.isZero()) {
                return rest;
            }
        }
        throw new AssertionError("It never rests");
    }

    private static void hint(DirtyLimits at, String name) {
        at.remoteHints().add(name);
        at.remoteHints().permitRead();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void admits_for_what_was_touched_and_wakes_the_queues() {
        answer = new Admitted(1, Set.of("q"), Set.of("b"), Set.of(), Set.of(), Map.of());
        dirty.mark(List.of("a"));
        assertThat(wakes).hasValue(1);
        drain();

        assertThat(asked).containsExactly(Set.of("a"), Set.of("b"));
        assertThat(rung).containsExactly(ReadyJobs.outOfTurn("q"));
        assertThat(toldOthers).isEmpty();
    }

    @Test
    void asks_nothing_else_where_there_is_no_limit() {
        used = false;
        DirtyLimits none = new DirtyLimits();
        PermitFollowUp idle = followUp(none);
        idle.begin(wakes::incrementAndGet);
        asked.clear();
        takenBack.clear();
        assertThat(idle.follow(() -> open)).isEqualTo(LOOK);
        pass(LOOK);
        assertThat(idle.follow(() -> open)).isEqualTo(LOOK);
        assertThat(takenBack).isEmpty();
        used = true;
        pass(LOOK);
        idle.follow(() -> open);
        assertThat(takenBack).hasSize(1);
    }

    /** Such as a statement that a limit of the role ends. */
    @Test
    void a_poll_that_fails_holds_up_no_admission() {
        pollFails = true;
        dirty.mark(List.of("a"));
        pass(LOOK);
        assertThatThrownBy(() -> followUp.follow(() -> open)).hasMessage("no poll");
        assertThat(asked).containsExactly(Set.of("a"));
        assertThat(takenBack).as("releases").hasSize(1);
    }

    @Test
    void rests_until_the_next_look() {
        assertThat(drain()).isEqualTo(LOOK.minusSeconds(1));
        assertThat(asked).isEmpty();
    }

    @Test
    void looks_around_in_portions() {
        awaited = names(150);
        pass(LOOK);
        drain();

        assertThat(asked.stream().flatMap(Set::stream)).containsExactlyElementsOf(awaited.subList(0, 100));
        pass(Duration.ofSeconds(1));
        drain();
        assertThat(asked.stream().flatMap(Set::stream)).containsExactlyElementsOf(awaited);
        assertThat(toldOthers).isEmpty();
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> "a" + (1_000 + number))
                .toList();
    }

    @Test
    void a_node_that_starts_again_reads_all_limits_without_a_pause() {
        awaited = names(250);
        followUp.end();
        followUp.begin(wakes::incrementAndGet);
        drain();
        assertThat(asked.stream().flatMap(Set::stream)).containsExactlyElementsOf(awaited);
    }

    @Test
    void all_limits_are_read_at_once_when_a_queue_is_resumed() {
        open = Set.of();
        drain();
        asked.clear();
        awaited = names(250);
        open = SERVED;
        drain();
        assertThat(asked.stream().flatMap(Set::stream)).containsExactlyElementsOf(awaited);
        asked.clear();
        pass(LOOK);
        drain();
        assertThat(asked.stream().flatMap(Set::stream)).as("only once").hasSize(100);
    }

    @Test
    void limits_are_not_read_while_many_are_marked() {
        awaited = names(250);
        followUp.end();
        followUp.begin(wakes::incrementAndGet);
        reads = 0;
        dirty.mark(names(1_000));
        for (int turn = 0; turn < 8; turn++) {
            followUp.follow(() -> open);
        }
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void a_failure_loses_nothing() {
        dirty.mark(List.of("a"));
        fails = true;
        assertThatThrownBy(() -> followUp.follow(() -> open)).hasMessage("away");
        fails = false;
        drain();

        assertThat(asked).containsExactly(Set.of("a"));
    }

    @Test
    void tries_again_soon_and_ever_later_while_somebody_holds_the_rows() {
        Admitted busy = new Admitted(0, Set.of(), Set.of(), Set.of("a"), Set.of(), Map.of());
        dirty.mark(List.of("a"));
        List<Duration> rests = IntStream.range(0, 8)
                .mapToObj(each -> {
                    answer = busy;
                    Duration rest = drain();
                    pass(rest);
                    return rest;
                })
                .toList();

        assertThat(rests)
                .startsWith(Duration.ofMillis(20), Duration.ofMillis(40))
                .endsWith(Duration.ofSeconds(1));
        assertThat(asked).hasSize(8);
        drain();
        assertThat(drain()).isGreaterThan(Duration.ofSeconds(1));
    }

    @Test
    void admits_again_when_the_next_permits_of_a_rate_come() {
        answer = new Admitted(0, Set.of(), Set.of(), Set.of(), Set.of(), Map.of("~r", Duration.ofMillis(50)));
        dirty.mark(List.of("~r"));
        assertThat(drain()).isEqualTo(Duration.ofMillis(50));
        asked.clear();
        pass(Duration.ofMillis(49));
        assertThat(drain()).isEqualTo(Duration.ofMillis(1));
        assertThat(asked).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(drain()).isGreaterThan(Duration.ofSeconds(1));
        assertThat(asked).containsExactly(Set.of("~r"));
    }

    @Test
    void takes_permits_back_from_jobs_of_queues_of_which_none_may_start() {
        open = Set.of();
        drain();
        assertThat(takenBack).containsExactly(Set.of());
        holders = Set.of("a");
        pass(Duration.ofSeconds(1));
        drain();
        assertThat(takenBack).as("more may have been handed back").hasSize(2);
        assertThat(asked).as("others may have them").contains(Set.of("a"));
        holders = Set.of();
        pass(Duration.ofSeconds(1));
        drain();
        pass(Duration.ofSeconds(1));
        drain();
        assertThat(takenBack).hasSize(3);
    }

    @Test
    void looks_around_when_a_queue_is_resumed() {
        open = Set.of();
        drain();
        awaited = List.of("a");
        open = SERVED;
        drain();
        assertThat(asked).containsExactly(Set.of("a"));
    }

    @Test
    void others_are_told_of_what_only_they_can_admit_for() {
        answer = new Admitted(0, Set.of(), Set.of(), Set.of(), Set.of("a"), Map.of());
        dirty.mark(List.of("a"));
        drain();
        assertThat(toldOthers).containsExactly("a");
    }

    @Test
    void what_others_told_is_not_told_back() {
        answer = new Admitted(0, Set.of(), Set.of(), Set.of(), Set.of("a"), Map.of());
        hint(dirty, "a");
        drain();
        assertThat(asked).containsExactly(Set.of("a"));
        assertThat(toldOthers).isEmpty();
    }

    @Test
    void what_is_left_at_the_end_is_for_others() {
        dirty.mark(List.of("a"));
        dirty.hinted(List.of("b"));
        hint(dirty, "made up");
        followUp.end();
        dirty.mark(List.of("c"));
        hint(dirty, "made up");

        assertThat(toldOthers).containsExactly("a", "c");
    }

    @Test
    void looks_around_and_takes_back_however_busy_the_node_is() {
        awaited = List.of("lost");
        takenBack.clear();
        pass(LOOK);
        for (int turn = 0; turn < 1_000; turn++) {
            dirty.mark(List.of("a"));
            followUp.follow(() -> open);
        }

        assertThat(asked.stream().flatMap(Set::stream)).contains("lost");
        assertThat(takenBack).isNotEmpty();
    }

    @Test
    void takes_more_back_at_once_if_there_may_be_more() {
        takesBack = 200;
        pass(Duration.ofSeconds(10));
        followUp.follow(() -> open);
        takesBack = 199;
        followUp.follow(() -> open);
        assertThat(takenBack).hasSize(2);
        assertThat(followUp.follow(() -> open)).isPositive();
        assertThat(takenBack).hasSize(2);
    }

    @Test
    void begins_each_look_where_the_last_one_ended() {
        awaited = List.of("lost");
        pass(LOOK);
        drain();
        pass(LOOK);
        drain();
        assertThat(asked).containsExactly(Set.of("lost"), Set.of("lost"));
    }

    @Test
    void goes_on_looking_no_later_than_it_looks_anyway() {
        look = Duration.ofMillis(100);
        awaited = names(150);
        pass(LOOK);
        assertThat(drain()).isEqualTo(look);
    }

    @Test
    void rests_no_longer_than_until_it_takes_back_again() {
        open = Set.of();
        assertThat(drain()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void admits_at_once_when_it_hears_of_its_first_limit() {
        used = false;
        DirtyLimits none = new DirtyLimits();
        PermitFollowUp idle = followUp(none);
        idle.begin(wakes::incrementAndGet);
        assertThat(idle.follow(() -> open)).isEqualTo(LOOK);
        used = true;
        awaited = List.of("a");
        hint(none, "a");
        assertThat(wakes).hasValue(1);
        idle.follow(() -> open);
        idle.follow(() -> open);
        assertThat(asked).containsExactly(Set.of("a"));
    }

    @Test
    void a_node_whose_heartbeats_find_no_limit_polls_after_a_hint_only() {
        used = false;
        DirtyLimits none = new DirtyLimits();
        Duration left = Duration.ofSeconds(9);
        none.sparedBy(interval -> interval.equals(LOOK) ? left : Duration.ZERO);
        PermitFollowUp idle = followUp(none);
        idle.begin(wakes::incrementAndGet);
        questions = 0;

        assertThat(idle.follow(() -> open)).isEqualTo(left);
        assertThat(questions).isZero();
        hint(none, "a");
        assertThat(idle.follow(() -> open)).isEqualTo(LOOK);
        assertThat(questions).isEqualTo(1);

        pass(LOOK);
        none.sparedBy(interval -> Duration.ZERO);
        used = true;
        idle.follow(() -> open);
        assertThat(none.isUsed()).isTrue();
    }

    /** Anybody can name limits, and as many as they like. */
    @Test
    void made_up_limits_cost_a_node_without_limits_a_question() {
        used = false;
        DirtyLimits none = new DirtyLimits();
        PermitFollowUp idle = followUp(none);
        idle.begin(wakes::incrementAndGet);
        assertThat(idle.follow(() -> open)).isEqualTo(LOOK);
        takenBack.clear();
        questions = 0;
        IntStream.range(0, 5_000).forEach(number -> hint(none, "made up " + number));

        assertThat(idle.follow(() -> open)).isEqualTo(LOOK);

        none.remoteHints().add("made up");
        assertThat(idle.follow(() -> open)).as("no look is permitted").isEqualTo(LOOK);
        assertThat(questions).isEqualTo(1);
        assertThat(none.isUsed()).isFalse();
        assertThat(asked).isEmpty();
        assertThat(takenBack).isEmpty();
    }

    @Test
    void a_limit_hinted_during_the_query_makes_it_query_again() {
        used = false;
        DirtyLimits none = new DirtyLimits();
        PermitFollowUp idle = followUp(none);
        idle.begin(wakes::incrementAndGet);
        whileAsked = () -> hint(none, "a");
        idle.follow(() -> open);
        whileAsked = () -> {};
        used = true;
        awaited = List.of("a");

        idle.follow(() -> open);
        idle.follow(() -> open);

        assertThat(asked).containsExactly(Set.of("a"));
    }

    @Test
    void looks_around_when_others_named_too_many() {
        awaited = List.of("real");
        IntStream.range(0, 1_001).forEach(number -> dirty.remoteHints().add("made up " + number));
        dirty.remoteHints().permitRead();
        drain();
        assertThat(asked).containsExactly(Set.of("real"));
    }

    @Test
    void the_last_answer_says_when_the_next_permit_comes() {
        for (Duration after : List.of(Duration.ofSeconds(5), Duration.ofMillis(50), Duration.ofSeconds(3))) {
            answer = new Admitted(0, Set.of(), Set.of(), Set.of(), Set.of(), Map.of("~r", after));
            dirty.mark(List.of("~r"));
            assertThat(drain()).isEqualTo(after);
        }
    }
}
