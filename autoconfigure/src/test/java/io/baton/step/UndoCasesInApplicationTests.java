package io.baton.step;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.OnceUncertainException;
import io.baton.Retry;
import io.baton.StepDetails;
import io.baton.StepDetails.State;
import io.baton.Steps;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Handlers that make it hard to undo their steps. */
class UndoCasesInApplicationTests {

    private static final Queue<String> DONE = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final Duration LIMIT = Duration.ofMinutes(2);

    record Review(String what) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler(maxAttempts = 2)
        @Retry(delay = "100ms")
        void handle(Review review, JobContext job) throws Exception {
            CALLS.incrementAndGet();
            switch (review.what()) {
                case "fallback" -> {
                    try {
                        job.step("hotel-a").undo((n, key) -> DONE.add("undo a")).run(key -> {
                            throw new IllegalStateException("no room");
                        });
                    } catch (RuntimeException e) {
                        job.step("hotel-b").undo((n, key) -> DONE.add("undo b")).run(key -> DONE.add("b"));
                    }
                    throw new JobRejectedException("no car");
                }
                case "cancelInUndo" -> {
                    job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                    job.step("b").undo((n, key) -> job.cancel()).run(key -> DONE.add("b"));
                    throw new JobRejectedException("no car");
                }
                case "cancelOnThrowable" -> {
                    try {
                        job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                        job.sleep("nap", Duration.ofDays(1));
                    } catch (Throwable e) {
                        job.cancel();
                    }
                }
                case "uncertain" ->
                    job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> {
                        DONE.add("a");
                        if (CALLS.get() == 1) {
                            throw new OnceUncertainException("no response");
                        }
                        throw new IllegalStateException("unavailable");
                    });
                case "snoozeAtTop" -> {
                    if (CALLS.get() == 2) {
                        job.snooze(Duration.ofMillis(100));
                    }
                    job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                    throw new JobRejectedException("no car");
                }
                case "snooze" -> {
                    job.step("a")
                            .undo((n, key) -> {
                                throw new IllegalStateException("a does not answer");
                            })
                            .run(key -> DONE.add("a"));
                    if (CALLS.get() == 1) {
                        throw new JobRejectedException("no car");
                    }
                    job.snooze(Duration.ofMillis(100));
                }
                case "error" -> {
                    job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                    job.step("b")
                            .undo((n, key) -> {
                                throw new NoSuchMethodError("b");
                            })
                            .run(key -> DONE.add("b"));
                    throw new JobRejectedException("no car");
                }
                case "shared" -> {
                    IllegalStateException shared = new IllegalStateException("shared");
                    job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                    for (String name : List.of("b", "c")) {
                        job.step(name)
                                .undo((n, key) -> {
                                    throw shared;
                                })
                                .run(key -> DONE.add(name));
                    }
                    throw new JobRejectedException("no car");
                }
                case "top" -> {
                    if (CALLS.get() > 1) {
                        job.cancel();
                    }
                    job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                    job.sleep("nap", Duration.ofMillis(10));
                }
                case "changed" -> {
                    if (CALLS.get() == 1) {
                        job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                        throw new JobRejectedException("no car");
                    }
                    job.sleep("a", Duration.ofDays(1));
                }
                case "errorKept" -> {
                    job.step("a")
                            .undo((n, key) -> {
                                if (CALLS.get() < 3) {
                                    throw new IllegalStateException("a does not answer");
                                }
                            })
                            .run(key -> DONE.add("a"));
                    throw new JobRejectedException("no car");
                }
                case "forget" -> {
                    job.step("a")
                            .undo((n, key) -> {
                                throw new IllegalStateException("a does not answer");
                            })
                            .run(key -> DONE.add("a"));
                    job.step("mail").run(key -> DONE.add("mail"));
                    throw new JobRejectedException("no car");
                }
                case "order" -> {
                    job.step("a").undo((n, key) -> DONE.add("undo a")).run(key -> DONE.add("a"));
                    job.step("b").undo((n, key) -> DONE.add("undo b")).runInTransaction(() -> {
                        await().pollDelay(Duration.ofMillis(700)).until(() -> true);
                        DONE.add("b");
                    });
                    throw new JobRejectedException("no car");
                }
                default -> throw new IllegalStateException();
            }
        }
    }

    private record View(Jobs jobs, Steps steps, JobId id, JdbcTemplate jdbc) {
        JobState state() {
            return jobs.find(id).map(JobDetails::state).orElse(null);
        }

        void ends() {
            await().atMost(LIMIT).until(() -> state() == JobState.DEAD || state() == JobState.CANCELLED);
        }

        String error() {
            String error = jobs.find(id).orElseThrow().error();
            return error == null ? "" : error.lines().findFirst().orElse("");
        }

        State step(String name) {
            return steps.list(id).stream()
                    .filter(each -> each.name().equals(name))
                    .map(StepDetails::state)
                    .findFirst()
                    .orElse(null);
        }
    }

    @BeforeEach
    void forget() {
        DONE.clear();
        CALLS.set(0);
    }

    private static void with(TestDatabase kind, String what, Consumer<View> work) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Review(what)).id();
            work.accept(new View(
                    jobs, context.getBean(Steps.class), id, new JdbcTemplate(context.getBean(DataSource.class))));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void what_was_done_after_a_caught_failure_is_undone(TestDatabase kind) {
        with(kind, "fallback", view -> {
            view.ends();
            assertThat(DONE).as(view.state() + " " + view.error()).containsExactly("b", "undo b");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void a_cancel_in_an_undo_does_not_end_the_job(TestDatabase kind) {
        with(kind, "cancelInUndo", view -> {
            view.ends();
            assertThat(DONE).as(view.state() + " " + view.error()).containsExactly("a", "b", "undo a");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void a_wait_is_no_cancel(TestDatabase kind) {
        with(kind, "cancelOnThrowable", view -> {
            await().atMost(LIMIT).until(() -> view.state() != JobState.READY && view.state() != JobState.CLAIMED);
            assertThat(view.state()).isEqualTo(JobState.WAITING);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void an_undo_that_fails_uses_up_attempts(TestDatabase kind) {
        with(kind, "snooze", view -> {
            try {
                view.ends();
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "still " + view.state() + " after " + CALLS.get() + " calls, state " + view.state() + ", error "
                                + view.error(),
                        e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void what_was_uncertain_once_is_undone_even_if_it_fails_later(TestDatabase kind) {
        with(kind, "uncertain", view -> {
            view.ends();
            assertThat(DONE).as(view.state() + " " + view.error()).containsExactly("a", "a", "undo a");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void a_snooze_before_the_steps_puts_off_their_undo(TestDatabase kind) {
        with(kind, "snoozeAtTop", view -> {
            view.ends();
            assertThat(DONE).as(view.state() + " " + view.error()).containsExactly("a", "undo a");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void an_error_does_not_stop_the_others(TestDatabase kind) {
        with(kind, "error", view -> {
            view.ends();
            assertThat(DONE).as(view.state() + " " + view.error()).containsExactly("a", "b", "undo a");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void the_same_exception_twice_does_not_stop_the_others(TestDatabase kind) {
        with(kind, "shared", view -> {
            view.ends();
            assertThat(DONE).as(view.state() + " " + view.error()).containsExactly("a", "b", "c", "undo a");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void a_cancel_at_the_top(TestDatabase kind) {
        with(kind, "top", view -> {
            view.ends();
            assertThat(DONE).as(view.state() + " " + view.error()).containsExactly("a", "undo a");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void a_name_that_is_something_else_now_is_not_taken_as_undone(TestDatabase kind) {
        with(kind, "changed", view -> {
            view.ends();
            assertThat(view.error())
                    .as(DONE + " " + view.state() + " " + view.step("a"))
                    .doesNotContain("no car");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void a_step_is_forgotten_that_somebody_has_undone(TestDatabase kind) {
        with(kind, "forget", view -> {
            view.ends();
            int before = CALLS.get();
            assertThat(view.steps().forget(view.id(), "a")).isTrue();
            view.jobs().revive(view.id());
            await().atMost(LIMIT).until(() -> CALLS.get() > before);
            view.ends();
            assertThat(view.error()).as("after the revive: " + view.state()).doesNotContain("may have to be undone");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void the_error_stays(TestDatabase kind) {
        with(kind, "errorKept", view -> {
            view.ends();
            assertThat(view.error()).as(view.state() + " " + view.step("a")).contains("no car");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void the_last_is_undone_first(TestDatabase kind) {
        with(kind, "order", view -> {
            view.ends();
            assertThat(DONE).containsExactly("a", "b", "undo b", "undo a");
        });
    }
}
