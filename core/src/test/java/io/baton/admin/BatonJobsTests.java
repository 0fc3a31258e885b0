package io.baton.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.BatonException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.UnusableTransactionException;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.WorkerStore.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;

class BatonJobsTests extends JobsOnFakeStore {

    @Test
    void enqueueing_goes_through_the_same_door() {
        JobId id = jobs.enqueue(new SendMail(1)).id();
        jobs.enqueueNamed("cleanup");
        long more = jobs.enqueueAll(List.of(new SendMail(2), new SendMail(3)));

        assertThat(more).isEqualTo(2);
        assertThat(jobs.find(id)).map(JobDetails::payload).contains("{\"id\":1}");
        assertThat(store.jobs()).hasSize(4);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void an_unknown_queue_is_paused_and_logged_with_the_closest_name(CapturedOutput output) {
        workers.register(new WorkerInfo(
                "one", "host", 1, UUID.randomUUID(), "1", Duration.ofSeconds(10), Set.of("mails"), Set.of("mail")));
        store.add("shelf", JobState.READY);

        assertThat(jobs.pause("mails")).isTrue();
        assertThat(jobs.pause("shelf", Instant.EPOCH)).isTrue();
        assertThat(jobs.pause("mails", Duration.ofMinutes(10))).isTrue();
        assertThat(output).doesNotContain("no living node serves it");

        assertThat(jobs.pause("mials")).isFalse();
        assertThat(output)
                .contains("The queue 'mials' is paused", "no living node serves it", "Did you mean 'mails'?", "resume");
        assertThat(store.calls).contains("pause mials null", "pause mails " + new Due.After(Duration.ofMinutes(10)));
        assertThatThrownBy(() -> jobs.pause("mails", Duration.ofDays(40_000))).isInstanceOf(BatonException.class);
    }

    @Test
    void a_stream_is_enqueued_with_its_ids_and_closed() {
        AtomicInteger closed = new AtomicInteger();
        Stream<SendMail> mails = Stream.of(new SendMail(1), new SendMail(2)).onClose(closed::incrementAndGet);

        assertThat(jobs.enqueueEach(mails)).hasSize(2).doesNotHaveDuplicates();
        assertThat(jobs.enqueueEach(List.of(new SendMail(3)))).hasSize(1);
        assertThat(closed).hasValue(1);
        assertThat(store.jobs()).hasSize(3);
    }

    @Test
    void whatever_holds_the_payloads_each_may_have_options_of_its_own() {
        AtomicInteger closed = new AtomicInteger();
        List<SendMail> mails = List.of(new SendMail(1), new SendMail(2));
        BiConsumer<SendMail, JobOptions> options = (mail, job) -> job.queue("q" + mail.id());

        assertThat(jobs.enqueueEach(mails, options)).hasSize(2);
        assertThat(jobs.enqueueEach(mails.stream().onClose(closed::incrementAndGet), options))
                .hasSize(2);
        assertThat(jobs.enqueueAll(mails, options)).isEqualTo(2);
        assertThat(jobs.enqueueAll(mails.stream().onClose(closed::incrementAndGet), options))
                .isEqualTo(2);

        assertThat(closed).hasValue(2);
        assertThat(store.jobs()).hasSize(8).extracting(NewJob::queue).containsOnly("q1", "q2");
    }

    @Nested
    class Searching {

        @Test
        void a_slice_knows_whether_there_is_more() {
            stored(5, "q", JobState.READY);

            Slice<JobDetails> first = jobs.search(JobFilter.all(), PageRequest.of(0, 2));
            Slice<JobDetails> last = jobs.search(JobFilter.all(), PageRequest.of(2, 2));

            assertThat(first.getContent()).extracting(job -> job.id().value()).containsExactly(5L, 4L);
            assertThat(first.hasNext()).isTrue();
            assertThat(last.getContent()).extracting(job -> job.id().value()).containsExactly(1L);
            assertThat(last.hasNext()).isFalse();
            assertThat(store.calls).containsExactly("search 0 3", "search 4 3");
        }

        @Test
        void a_full_last_page_has_no_next() {
            stored(4, "q", JobState.READY);

            assertThat(jobs.search(JobFilter.all(), PageRequest.of(1, 2)).hasNext())
                    .isFalse();
        }

        @Test
        void newest_first_may_be_asked_for() {
            stored(1, "q", JobState.READY);

            assertThat(jobs.search(
                            JobFilter.all(),
                            PageRequest.of(0, 1000, Sort.by("id").descending())))
                    .hasSize(1);
        }

        @Test
        void the_furthest_page_may_be_asked_for() {
            stored(1, "q", JobState.READY);

            assertThat(jobs.search(JobFilter.all(), PageRequest.of(9, 1000))).isEmpty();
        }

        @Test
        void what_cannot_be_answered_is_refused() {
            refused(Pageable.unpaged(), "page");
            refused(PageRequest.of(0, 1001), "1000");
            refused(PageRequest.of(10, 1000), "before");
            refused(PageRequest.of(Integer.MAX_VALUE, 1000), "before");
            refused(PageRequest.of(0, 10, Sort.by("queue")), "newest first");
            refused(PageRequest.of(0, 10, Sort.by("id")), "newest first");
            assertThat(store.calls).isEmpty();
        }

        private void refused(Pageable page, String why) {
            assertThatThrownBy(() -> jobs.search(JobFilter.all(), page))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining(why);
        }
    }

    @Nested
    class One {

        @Test
        void is_cancelled_once() {
            long id = store.add("q", JobState.READY);

            assertThat(jobs.cancel(new JobId(id))).isTrue();
            assertThat(jobs.cancel(new JobId(id))).isFalse();
            assertThat(store.state(id)).isEqualTo(JobState.CANCELLED);
            assertThat(signals).isEmpty();
        }

        @Test
        void is_revived_and_its_queue_told() {
            long id = store.add("q", JobState.DEAD);

            assertThat(jobs.revive(new JobId(id))).isTrue();
            assertThat(store.state(id)).isEqualTo(JobState.READY);
            assertThat(signals).containsExactly("q");
        }

        @Test
        void is_not_revived_while_it_lives() {
            long id = store.add("q", JobState.READY);

            assertThat(jobs.revive(new JobId(id))).isFalse();
            assertThat(signals).isEmpty();
        }

        @Test
        void is_rescheduled_and_its_queue_told() {
            long id = store.add("q", JobState.READY);

            assertThat(jobs.reschedule(new JobId(id), Duration.ofMinutes(1))).isTrue();
            assertThat(jobs.reschedule(new JobId(id), Instant.parse("2030-01-01T00:00:00Z")))
                    .isTrue();

            assertThat(store.calls)
                    .contains("reschedule After[delay=PT1M] 1", "reschedule At[time=2030-01-01T00:00:00Z] 1");
            assertThat(signals).containsExactly("q", "q");
            assertThat(scheduled).as("the sweep, told of a time").hasValue(2);
        }

        @Test
        void is_not_rescheduled_into_the_past_by_a_delay() {
            assertThatThrownBy(() -> jobs.reschedule(new JobId(1), Duration.ofMillis(-1)))
                    .isInstanceOf(BatonException.class);
        }

        @Test
        void is_told_of_only_after_the_callers_commit() {
            long id = store.add("q", JobState.DEAD);

            host.executeWithoutResult(tx -> {
                jobs.revive(new JobId(id));
                assertThat(signals).isEmpty();
            });

            assertThat(signals).containsExactly("q");
            assertThat(own).hasValue(0);
        }
    }

    @Nested
    class Draining {

        @ParameterizedTest
        @ValueSource(strings = {"SCHEDULED", "READY", "CLAIMED", "BLOCKED"})
        void is_not_over_while_a_job_is_unfinished(JobState state) {
            store.add("q", state);

            assertThat(jobs.drained(JobFilter.all())).isFalse();
            assertThat(jobs.drained(JobFilter.all().queue("other"))).isTrue();
            assertThat(jobs.awaitDrained(JobFilter.all(), Duration.ofMillis(30)))
                    .isFalse();
        }

        @Test
        void is_over_when_all_has_ended() {
            store.add("q", JobState.DEAD);

            assertThat(jobs.awaitDrained(JobFilter.all(), Duration.ZERO)).isTrue();
            assertThat(store.calls).containsExactly("anyUnfinished");
        }

        @Test
        void is_noticed_while_waiting() throws Exception {
            long id = store.add("q", JobState.READY);
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(this::awaitForEver);
            await().until(() -> store.calls.size() >= 2);

            store.become(id, JobState.COMPLETED);

            assertThat(drained.get()).isTrue();
        }

        @Test
        void can_be_interrupted() throws InterruptedException {
            store.add("q", JobState.READY);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicBoolean stayed = new AtomicBoolean();
            Thread waiter = new Thread(() -> {
                try {
                    jobs.awaitDrained(JobFilter.all(), Duration.ofSeconds(Long.MAX_VALUE));
                } catch (Throwable e) {
                    thrown.set(e);
                    stayed.set(Thread.currentThread().isInterrupted());
                }
            });
            waiter.start();
            await().until(() -> !store.calls.isEmpty());

            waiter.interrupt();
            waiter.join(60_000);

            assertThat(thrown.get()).isInstanceOf(BatonException.class).hasMessageContaining("interrupted");
            assertThat(stayed).isTrue();
        }

        @Test
        void is_not_awaited_in_a_transaction() {
            host.executeWithoutResult(
                    tx -> assertThatThrownBy(() -> jobs.awaitDrained(JobFilter.all(), Duration.ofSeconds(1)))
                            .isInstanceOf(UnusableTransactionException.class)
                            .hasMessageContaining("awaitDrained"));
            assertThat(store.calls).isEmpty();
        }

        private boolean awaitForEver() {
            return jobs.awaitDrained(JobFilter.all(), Duration.ofMinutes(1));
        }
    }
}
