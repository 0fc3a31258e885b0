package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.InvalidPayloadException;
import io.baton.JobId;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.Names;
import io.baton.type.PermitRule;
import io.baton.type.TypeCatalog;
import io.baton.unique.NoUniqueKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class EnqueuerTests {

    private static final int MAX_SIZE = 5_000_000;
    private static final TransactionHost HOST = TransactionHost.jdbc(true);

    record SendMail(long id) {}

    record Text(String text) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Shape permits Circle {}

    record Circle(int radius) implements Shape {}

    private final TypeCatalog types = new TypeCatalog();
    private final FakeJobStore store = new FakeJobStore();
    private final List<String> signals = new ArrayList<>();
    private final Enqueuer enqueuer = enqueuer(MAX_SIZE);

    private Enqueuer enqueuer(int maxSize) {
        return new Enqueuer(
                () -> types,
                new JacksonPayloadCodec(),
                NoUniqueKeys.with(store),
                store,
                HOST.callers(),
                new SignalAfterCommit(new QueueSignal(signals::add, () -> signals.add("scheduled")), List.of()),
                List::of,
                new Enqueuer.Settings(maxSize, Map.of()));
    }

    @AfterAll
    static void close() {
        HOST.close();
    }

    @Test
    void a_plain_job_is_one_insert_and_one_signal() {
        Enqueued enqueued = enqueuer.enqueue(new SendMail(7), options -> {});

        assertThat(enqueued).isEqualTo(new Enqueued(new JobId(1), Enqueued.Outcome.CREATED));
        assertThat(store.calls).containsExactly("insert");
        assertThat(store.jobs())
                .containsExactly(
                        new NewJob("send-mail", "default", 0, Due.NOW, null, Map.of(), "{\"id\":7}", List.of()));
        assertThat(signals).containsExactly("default");
    }

    @Test
    void a_job_with_permits_is_stored_atomically_and_wakes_none_before_admission() {
        int before = HOST.own.get();
        enqueuer.enqueue(new SendMail(7), options -> {});
        assertThat(HOST.own).hasValue(before);
        signals.clear();
        enqueuer.enqueue(new SendMail(8), job -> job.permits("a"));

        assertThat(HOST.own).hasValue(before + 1);
        assertThat(store.jobs().get(1).permits()).containsExactly("a");
        assertThat(signals).isEmpty();
    }

    @Test
    void a_job_needs_its_handlers_permits_with_or_without_a_payload() {
        types.declare("clean-up", List.of(new PermitRule("a", "")), Optional.empty());
        types.declare("send-mail", List.of(new PermitRule(Names.storedRate("id"), "#payload.id")), Optional.empty());
        enqueuer.enqueueNamed("clean-up", job -> job.permits("b"));
        enqueuer.enqueue(new SendMail(7), options -> {});

        assertThat(store.jobs()).extracting(NewJob::permits).containsExactly(List.of("a", "b"), List.of("~id:7"));
    }

    @Test
    void options_reach_the_job() {
        enqueuer.enqueue(
                new SendMail(7), job -> job.type("mail.again").queue("q").delay(Duration.ofHours(1)));

        assertThat(store.jobs())
                .containsExactly(new NewJob(
                        "mail.again",
                        "q",
                        0,
                        new Due.After(Duration.ofHours(1)),
                        null,
                        Map.of(),
                        "{\"id\":7}",
                        List.of()));
        assertThat(signals).containsExactly("scheduled");
    }

    @Test
    void a_subtype_is_written_as_the_type_that_the_handler_takes() {
        types.declare(new DeclaredType("shape", "shapes", 2, Shape.class));

        enqueuer.enqueue(new Circle(1), options -> {});

        NewJob job = store.jobs().get(0);
        assertThat(job.type()).isEqualTo("shape");
        assertThat(new JacksonPayloadCodec().read(Objects.requireNonNull(job.payload()), Shape.class))
                .isEqualTo(new Circle(1));
    }

    @Test
    void a_named_job_has_no_payload() {
        types.declare(new DeclaredType("cleanup", "nightly", -1, null));

        enqueuer.enqueueNamed("cleanup", options -> {});
        enqueuer.enqueueNamed("elsewhere", options -> {});

        assertThat(store.jobs())
                .containsExactly(
                        new NewJob("cleanup", "nightly", -1, Due.NOW, null, Map.of(), null, List.of()),
                        new NewJob("elsewhere", "default", 0, Due.NOW, null, Map.of(), null, List.of()));
    }

    @Test
    void a_text_or_number_is_a_payload_where_the_type_is_named() {
        types.declare(new DeclaredType("greet", "greetings", 3, String.class));

        enqueuer.enqueueNamed("greet", "Ada", options -> {});
        enqueuer.enqueueNamed("count", 7L, job -> job.priority(5));

        assertThat(store.jobs())
                .containsExactly(
                        new NewJob("greet", "greetings", 3, Due.NOW, null, Map.of(), "\"Ada\"", List.of()),
                        new NewJob("count", "default", 5, Due.NOW, null, Map.of(), "7", List.of()));
        assertThatThrownBy(() -> enqueuer.enqueueNamed("greet", 7L, options -> {}))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> enqueuer.enqueue("Ada", options -> {}))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("enqueueNamed");
    }

    @Test
    @SuppressWarnings("NullAway") // applications may pass null all the same
    void no_payload_is_refused_as_such_for_declared_and_undeclared_types() {
        types.declare(new DeclaredType("greet", "greetings", 3, String.class));

        for (String type : List.of("greet", "elsewhere")) {
            assertThatThrownBy(() -> enqueuer.enqueueNamed(type, (Object) null, options -> {}))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("A payload cannot be null");
        }
        assertThat(store.jobs()).isEmpty();
    }

    @Test
    void a_number_of_another_class_than_the_type_takes_is_refused() {
        types.declare(new DeclaredType("count", "counts", 3, Long.class));

        assertThatThrownBy(() -> enqueuer.enqueueNamed("count", 7, options -> {}))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("takes a java.lang.Long, not a java.lang.Integer");
    }

    @Test
    void ids_are_answered_in_the_order_of_the_payloads() {
        List<Enqueued> enqueued = enqueuer.enqueueEach(
                IntStream.range(0, 2_500).mapToObj(SendMail::new).iterator(), enqueuer.jobs(job -> job.queue("q")));

        assertThat(enqueued)
                .hasSize(2_500)
                .extracting(each -> each.id().value())
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(store.jobs()).hasSize(2_500).allMatch(job -> job.queue().equals("q"));
        assertThat(signals).contains("q");
    }

    @Test
    void a_named_job_of_a_type_with_payload_is_refused() {
        types.declare(new DeclaredType("send-mail", "mails", 0, SendMail.class));

        assertThatThrownBy(() -> enqueuer.enqueueNamed("send-mail", options -> {}))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining(SendMail.class.getName());
        assertThat(store.calls).isEmpty();
    }

    @Test
    void the_signal_comes_after_the_callers_commit() {
        HOST.transaction().executeWithoutResult(tx -> {
            enqueuer.enqueue(new SendMail(1), options -> {});
            enqueuer.enqueue(new SendMail(2), options -> {});
            assertThat(signals).isEmpty();
        });

        assertThat(signals).containsExactly("default");
    }

    @Test
    void a_payload_is_measured_in_bytes() {
        Enqueuer small = enqueuer("{\"text\":\"ää\"}".length() + 2);

        small.enqueue(new Text("ää"), options -> {});

        assertThatThrownBy(() -> small.enqueue(new Text("äää"), options -> {}))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(Text.class.getName())
                .hasMessageContaining("17 bytes")
                .hasMessageContaining("at most 15")
                .hasMessageContaining("baton.payload.max-size")
                .hasMessageNotContaining("ä");
        assertThat(store.jobs()).hasSize(1);
    }

    @Test
    void half_a_surrogate_pair_is_refused() {
        assertThatThrownBy(() -> enqueuer.enqueue(new Text("a\uD83Db"), options -> {}))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(Text.class.getName())
                .hasMessageContaining("surrogate");
        assertThat(store.calls).isEmpty();
    }

    @Test
    void what_is_no_payload_is_refused() {
        assertThatThrownBy(() -> enqueuer.enqueue(List.of(), options -> {}))
                .isInstanceOf(InvalidPayloadException.class);
        assertThat(store.calls).isEmpty();
    }

    @Test
    void many_jobs_go_in_thousands_in_one_transaction() {
        int before = HOST.own.get();

        long stored = enqueuer.enqueueAll(mails(2500), enqueuer.jobs(job -> job.priority(3)));

        assertThat(stored).isEqualTo(2500);
        assertThat(store.calls).containsExactly("insertAll 1000", "insertAll 1000", "insertAll 500");
        assertThat(store.jobs()).extracting(NewJob::priority).containsOnly(3);
        assertThat(store.jobs().get(2499).payload()).isEqualTo("{\"id\":2499}");
        assertThat(HOST.own).hasValue(before + 1);
        assertThat(signals).containsExactly("default");
    }

    @Test
    void a_chunk_is_stored_before_the_next_one_is_read() {
        List<Integer> storedWhenRead = new ArrayList<>();
        Iterator<SendMail> payloads = IntStream.range(0, 2001)
                .peek(i -> storedWhenRead.add(store.jobs().size()))
                .mapToObj(SendMail::new)
                .iterator();

        enqueuer.enqueueAll(payloads, enqueuer.jobs(options -> {}));

        assertThat(storedWhenRead.get(999)).isZero();
        assertThat(storedWhenRead.get(1001)).isEqualTo(1000);
        assertThat(storedWhenRead.get(2000)).isEqualTo(2000);
    }

    @Test
    void large_payloads_make_small_chunks() {
        Text large = new Text("x".repeat(2_100_000));

        enqueuer.enqueueAll(Stream.generate(() -> large).limit(5).iterator(), enqueuer.jobs(options -> {}));

        assertThat(store.calls).containsExactly("insertAll 2", "insertAll 2", "insertAll 1");
    }

    @Test
    void no_payloads_are_no_insert() {
        assertThat(enqueuer.enqueueAll(mails(0), enqueuer.jobs(options -> {}))).isZero();
        assertThat(store.calls).isEmpty();
        assertThat(signals).isEmpty();
    }

    @Test
    void one_payload_that_is_refused_stops_the_whole_bulk_without_a_signal() {
        Iterator<?> payloads = Stream.concat(IntStream.range(0, 1500).mapToObj(SendMail::new), Stream.of("text"))
                .iterator();

        assertThatThrownBy(() -> enqueuer.enqueueAll(payloads, enqueuer.jobs(options -> {})))
                .isInstanceOf(InvalidPayloadException.class);

        assertThat(signals).isEmpty();
    }

    private static Iterator<SendMail> mails(int count) {
        return IntStream.range(0, count).mapToObj(SendMail::new).iterator();
    }
}
