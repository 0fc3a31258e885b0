package io.baton.enqueue;

import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.InvalidPayloadException;
import io.baton.JobId;
import io.baton.JobInterceptor;
import io.baton.JobOptions;
import io.baton.PayloadCodec;
import io.baton.job.Due;
import io.baton.job.JobInserts;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.type.DeclaredType;
import io.baton.type.PackingCodec;
import io.baton.type.TypeCatalog;
import io.baton.unique.UniqueJobs;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Stores jobs for payloads in the caller's transaction, and wakes workers after the commit.
 *
 * @param types provides the types; it is called at each enqueue, so that every handler has had time to declare its type
 * @param interceptors provides what has the last word on the options of a job; it may need objects that need this one
 */
public record Enqueuer(
        Supplier<TypeCatalog> types,
        PayloadCodec codec,
        UniqueJobs uniques,
        JobInserts store,
        CallersTransaction transaction,
        SignalAfterCommit signal,
        Supplier<List<JobInterceptor>> interceptors,
        Settings settings) {

    /** The maximum number of jobs that are stored together. More would save no round trip worth its memory. */
    private static final int MOST_JOBS = 1000;

    private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

    /** The length of a text with half a surrogate pair. */
    static final long MALFORMED = -1;

    /**
     * The rules for new jobs.
     *
     * @param maxPayloadSize the maximum size of a payload's text, in bytes of UTF-8
     * @param fairBy the labels whose values are the shares of jobs, by queue
     */
    public record Settings(int maxPayloadSize, Map<String, String> fairBy) {}

    /** Stores a job for the payload. */
    public Enqueued enqueue(Object payload, Consumer<JobOptions> options) {
        return insert(job(payload, RequestedOptions.from(options)));
    }

    /** Stores a job of this type for the payload. */
    public Enqueued enqueueNamed(String type, Object payload, Consumer<JobOptions> options) {
        return enqueue(payload, requested -> {
            requested.type(type);
            options.accept(requested);
        });
    }

    /** Stores a job of a type that has no payload. */
    public Enqueued enqueueNamed(String type, Consumer<JobOptions> options) {
        return insert(named(type, options));
    }

    /**
     * Returns a stored payload as an object.
     *
     * @throws InvalidPayloadException if it cannot be read as this type
     */
    public <T> T read(String stored, Class<T> payload) {
        return codec.read(stored, payload);
    }

    /** Returns the text that an enqueue of this payload to this type would store, before it is compressed or encrypted. */
    public String textOf(Object payload, String type) {
        Class<?> known = types.get().forPayload(payload, type).payload();
        return PackingCodec.plain(codec).write(payload, known == null ? payload.getClass() : known);
    }

    /** Returns the name of the type whose jobs have payloads of this class. */
    public String typeOf(Class<?> payload) {
        return types.get().forClass(payload).name();
    }

    /** Returns the job that an enqueue of this type, whose jobs have no payload, would store. */
    public NewJob prepareNamed(String type, Consumer<JobOptions> options) {
        return refuseUnique(named(type, options));
    }

    private NewJob named(String type, Consumer<JobOptions> options) {
        RequestedOptions requested = RequestedOptions.from(options);
        DeclaredType declared = types.get().named(requested.type != null ? requested.type : type);
        if (declared.payload() != null) {
            throw new BatonException("Jobs of the type \"" + declared.name() + "\" have a payload: use enqueue with a "
                    + declared.payload().getName());
        }
        return intercepted(declared, null, requested).job(declared, null, null, types.get(), settings.fairBy());
    }

    /** Stores a job for each payload, or none, in the caller's transaction or in one of its own. Keeps only one chunk in memory. */
    public <T> long enqueueAll(Iterator<? extends T> payloads, Function<? super T, NewJob> job) {
        return whole(() -> addAll(payloads, job, this::insertAll));
    }

    /** Stores jobs as {@link #enqueueAll} does; returns one result per payload, in the order of the payloads. */
    public <T> List<Enqueued> enqueueEach(Iterator<? extends T> payloads, Function<? super T, NewJob> job) {
        List<Enqueued> enqueued = new ArrayList<>();
        whole(() -> addAll(payloads, job, chunk -> {
            enqueued.addAll(insertEach(chunk));
            return chunk.size();
        }));
        return enqueued;
    }

    private <T> T whole(Supplier<T> write) {
        String what = "an enqueue of many jobs";
        return transaction.join(what, () -> transaction.whole(what, write));
    }

    /** Returns a function that makes jobs of payloads, all with the same options. */
    public Function<Object, NewJob> jobs(Consumer<JobOptions> options) {
        RequestedOptions requested = RequestedOptions.from(options);
        return payload -> job(payload, requested);
    }

    /** Returns a function that makes jobs of payloads, each with its own options. */
    public <T> Function<T, NewJob> jobs(BiConsumer<? super T, JobOptions> options) {
        return payload -> job(payload, RequestedOptions.from(requested -> options.accept(payload, requested)));
    }

    /** Stores jobs; returns how many it stored. */
    private long insertAll(List<NewJob> jobs) {
        if (jobs.stream().anyMatch(job -> job.unique() != null)) {
            return storeUnique(jobs).stream().filter(Enqueued::isCreated).count();
        }
        store.insertAll(jobs);
        signal.announce(jobs);
        return jobs.size();
    }

    private List<Enqueued> insertEach(List<NewJob> jobs) {
        if (jobs.stream().anyMatch(job -> job.unique() != null)) {
            return storeUnique(jobs);
        }
        List<Long> ids = store.insertAllWithIds(jobs);
        signal.announce(jobs);
        return ids.stream().map(Enqueuer::enqueued).toList();
    }

    private List<Enqueued> storeUnique(List<NewJob> jobs) {
        return announced(jobs, uniques.store(jobs));
    }

    private List<Enqueued> announced(List<NewJob> jobs, List<UniqueJobs.Stored> results) {
        List<NewJob> created = new ArrayList<>();
        for (int number = 0; number < jobs.size(); number++) {
            UniqueJobs.Stored result = results.get(number);
            if (result.enqueued().isCreated()) {
                created.add(jobs.get(number));
            } else {
                signal.announceKept(jobs.get(number));
                if (result.queue() != null) {
                    signal.announce(ReadyJobs.outOfTurn(result.queue()));
                    signal.announceScheduled();
                }
            }
        }
        signal.announce(created);
        return results.stream().map(UniqueJobs.Stored::enqueued).toList();
    }

    private Enqueued insertUnique(NewJob job) {
        String what = "an enqueue of " + job.type();
        Optional<Enqueued> enqueued = !uniques.mayStoreAtOnce(job)
                ? Optional.empty()
                : transaction.joinWithOneStatement(what, () -> uniques.storeAtOnce(job)
                        .map(stored -> announced(List.of(job), List.of(stored)).get(0)));
        return enqueued.orElseGet(
                () -> transaction.join(what, () -> storeUnique(List.of(job)).get(0)));
    }

    /** Returns the job that an enqueue of this payload would store. */
    public NewJob prepare(Object payload, Consumer<JobOptions> options) {
        return refuseUnique(job(payload, RequestedOptions.from(options)));
    }

    /**
     * Returns a function that makes jobs of payloads which start when other jobs have ended. Without a requested priority, they run before later jobs
     * of their type.
     */
    public Function<Object, NewJob> awaitingJobs(Consumer<JobOptions> options) {
        RequestedOptions requested = RequestedOptions.from(options);
        return payload -> awaiting(payload, requested);
    }

    private NewJob awaiting(Object payload, RequestedOptions requested) {
        NewJob job = refuseUnique(job(payload, requested));
        if (!job.due().equals(Due.NOW)) {
            throw new BatonException("A job of the type \"" + job.type()
                    + "\" waits for others to end and starts then; it cannot have a delay or a time");
        }
        if (job.sequence() != null) {
            throw new BatonException("A job of the type \"" + job.type()
                    + "\" waits for others to end; it cannot be part of a sequence too. Let it enqueue a job that is");
        }
        boolean raised = requested.priority == null && job.priority() < Integer.MAX_VALUE;
        return job.awaiting(raised ? job.priority() + 1 : job.priority());
    }

    private static NewJob refuseUnique(NewJob job) {
        if (job.unique() != null) {
            throw new BatonException("A job of the type \"" + job.type()
                    + "\" that is part of something else, such as a batch or a schedule, cannot have a unique key: another job could stand"
                    + " for it that is no part of it");
        }
        return job;
    }

    /** Stores a job in the current transaction. */
    public Enqueued store(NewJob job) {
        return store(job, store::insert);
    }

    /** Stores a job in the current transaction with this function, which returns the id. */
    public Enqueued store(NewJob job, ToLongFunction<NewJob> insert) {
        long id = insert.applyAsLong(job);
        signal.announce(job);
        return enqueued(id);
    }

    /** Stores a job for each payload in the current transaction, in chunks, with this consumer. The jobs must not have unique keys. */
    public <T> long storeAll(
            Iterator<? extends T> payloads, Function<? super T, NewJob> job, Consumer<List<NewJob>> insert) {
        return addAll(payloads, payload -> refuseUnique(job.apply(payload)), jobs -> {
            insert.accept(jobs);
            signal.announce(jobs);
            return jobs.size();
        });
    }

    private static <T> long addAll(
            Iterator<? extends T> payloads, Function<? super T, NewJob> job, ToLongFunction<List<NewJob>> insert) {
        long stored = 0;
        long characters = 0;
        List<NewJob> chunk = new ArrayList<>();
        while (payloads.hasNext()) {
            NewJob next = job.apply(payloads.next());
            chunk.add(next);
            characters += next.payload() == null ? 0 : next.payload().length();
            if (chunk.size() == MOST_JOBS || characters >= MOST_CHARACTERS || !payloads.hasNext()) {
                stored += insert.applyAsLong(chunk);
                chunk = new ArrayList<>();
                characters = 0;
            }
        }
        return stored;
    }

    private static Enqueued enqueued(long id) {
        return new Enqueued(new JobId(id), Enqueued.Outcome.CREATED);
    }

    private Enqueued insert(NewJob job) {
        if (job.unique() != null) {
            return insertUnique(job);
        }
        Supplier<Enqueued> write = () -> store(job);
        return job.hasRows() ? transaction.join("an enqueue", write) : transaction.joinWithInsert(write);
    }

    private NewJob job(Object payload, RequestedOptions requested) {
        String name = requested.type;
        DeclaredType type =
                name == null ? types.get().forPayload(payload) : types.get().forPayload(payload, name);
        return intercepted(type, payload, requested)
                .job(type, payload, text(payload, type), types.get(), settings.fairBy());
    }

    private RequestedOptions intercepted(DeclaredType type, @Nullable Object payload, RequestedOptions requested) {
        List<JobInterceptor> all = interceptors.get();
        if (all.isEmpty()) {
            return requested;
        }
        RequestedOptions own = new RequestedOptions(requested);
        all.forEach(interceptor -> interceptor.enqueue(type.name(), payload, own));
        if (!Objects.equals(own.type, requested.type)) {
            throw new BatonException("A JobInterceptor changed the type of a job from \"" + type.name() + "\" to \""
                    + own.type + "\". It can change other options only");
        }
        return own;
    }

    private String text(Object payload, DeclaredType type) {
        Class<?> declared = type.payload() != null ? type.payload() : payload.getClass();
        String text = codec.write(payload, declared);
        // the database cannot store every text, whatever codec wrote it
        String name = payload.getClass().getName();
        long size = utf8Length(text);
        if (size == MALFORMED) {
            throw new InvalidPayloadException(
                    name + " cannot be stored: a text in it holds half a surrogate pair, which has no UTF-8 form");
        }
        if (size > settings.maxPayloadSize()) {
            throw new InvalidPayloadException(
                    name + " is too large for a payload: " + size + " bytes of at most " + settings.maxPayloadSize()
                            + "; store the data in another place and enqueue its key, or raise baton.payload.max-size");
        }
        return text;
    }

    /** Returns the length of a text in bytes, without encoding it: an encoder takes many times as long. */
    static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                return MALFORMED;
            }
        }
        return bytes;
    }
}
