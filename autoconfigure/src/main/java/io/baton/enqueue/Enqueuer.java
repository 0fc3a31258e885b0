package io.baton.enqueue;

import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.PayloadCodec;
import io.baton.job.Due;
import io.baton.job.Inserted;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.type.DeclaredType;
import io.baton.type.TypeCatalog;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Turns payloads into stored jobs, in the caller's transaction, and wakes the workers after its commit. */
public final class Enqueuer {

    private final Supplier<TypeCatalog> types;
    private final PayloadCodec codec;
    private final JobStore store;
    private final CallersTransaction transaction;
    private final SignalAfterCommit signal;
    private final PayloadLimit limit;

    /**
     * For one store.
     *
     * @param types asked for at the first enqueue, so that every handler had time to declare its own
     * @param maxPayloadSize how large the text of a payload may be, in bytes of UTF-8
     */
    public Enqueuer(
            Supplier<TypeCatalog> types,
            PayloadCodec codec,
            JobStore store,
            CallersTransaction transaction,
            SignalAfterCommit signal,
            int maxPayloadSize) {
        this.types = types;
        this.codec = codec;
        this.store = store;
        this.transaction = transaction;
        this.signal = signal;
        this.limit = new PayloadLimit(maxPayloadSize);
    }

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
        RequestedOptions requested = RequestedOptions.from(options);
        DeclaredType declared = types.get().named(requested.type() != null ? requested.type() : type);
        if (declared.payload() != null) {
            throw new BatonException("Jobs of the type \"" + declared.name() + "\" have a payload: use enqueue with a "
                    + declared.payload().getName());
        }
        return insert(requested.job(declared, null, types.get().permits(declared.name(), null)));
    }

    /**
     * Stores a job for each payload, all or none: in the caller's transaction or, where there is none, in a single one of its own. Only
     * one chunk is in memory at a time.
     */
    public long enqueueAll(Iterator<?> payloads, Consumer<JobOptions> options) {
        RequestedOptions requested = RequestedOptions.from(options);
        return transaction.join(() -> insertAll(payloads, requested, Chunk.plain(store, signal)));
    }

    /** The same; returns what became of each, in the order of the payloads. */
    public List<Enqueued> enqueueEach(Iterator<?> payloads, Consumer<JobOptions> options) {
        RequestedOptions requested = RequestedOptions.from(options);
        List<Inserted> inserted = new ArrayList<>();
        transaction.join(() -> insertAll(payloads, requested, Chunk.answering(store, signal, inserted)));
        return inserted.stream().map(Enqueuer::enqueued).toList();
    }

    /** Returns the job that an enqueue of this payload would store. */
    public NewJob prepare(Object payload, Consumer<JobOptions> options) {
        return job(payload, RequestedOptions.from(options));
    }

    /** Returns the job that is to start when others have ended: before those of its type that come later, unless its priority is given. */
    public NewJob prepareAwaiting(Object payload, Consumer<JobOptions> options) {
        return awaiting(payload, RequestedOptions.from(options));
    }

    private NewJob awaiting(Object payload, RequestedOptions requested) {
        NewJob job = job(payload, requested);
        if (!job.due().equals(Due.NOW)) {
            throw new BatonException("A job of the type \"" + job.type()
                    + "\" waits for others to end and starts then; it cannot have a delay or a time");
        }
        return job.awaiting(requested.hasPriority() ? job.priority() : above(job.priority()));
    }

    private static int above(int priority) {
        return priority == Integer.MAX_VALUE ? priority : priority + 1;
    }

    /** Stores a job in the transaction under way. */
    public Enqueued store(NewJob job) {
        return store(job, store::insert);
    }

    /** Stores a job in the transaction under way, by this. */
    public Enqueued store(NewJob job, Function<NewJob, Inserted> insert) {
        Inserted inserted = insert.apply(job);
        signal.announce(job);
        return enqueued(inserted);
    }

    /** Stores a job for each payload, in the transaction under way and in portions that are stored by this. */
    public long storeAll(Iterator<?> payloads, Consumer<JobOptions> options, Consumer<List<NewJob>> insert) {
        return insertAll(payloads, RequestedOptions.from(options), Chunk.storedBy(insert, signal));
    }

    /** The same; the jobs are to start when others have ended. */
    public long storeAllAwaiting(Iterator<?> payloads, Consumer<JobOptions> options, Consumer<List<NewJob>> insert) {
        RequestedOptions requested = RequestedOptions.from(options);
        Chunk chunk = Chunk.storedBy(insert, signal);
        while (payloads.hasNext()) {
            chunk.add(awaiting(payloads.next(), requested));
        }
        return chunk.finish();
    }

    private static Enqueued enqueued(Inserted inserted) {
        return new Enqueued(new JobId(inserted.id()), Enqueued.Outcome.CREATED);
    }

    private Enqueued insert(NewJob job) {
        Supplier<Enqueued> write = () -> store(job);
        return job.isLimited() ? transaction.join(write) : transaction.joinWithOneStatement(write);
    }

    private long insertAll(Iterator<?> payloads, RequestedOptions requested, Chunk chunk) {
        while (payloads.hasNext()) {
            chunk.add(job(payloads.next(), requested));
        }
        return chunk.finish();
    }

    private NewJob job(Object payload, RequestedOptions requested) {
        DeclaredType type = type(payload, requested);
        return requested.job(type, text(payload, type), types.get().permits(type.name(), payload));
    }

    private DeclaredType type(Object payload, RequestedOptions requested) {
        String name = requested.type();
        return name == null ? types.get().forPayload(payload) : types.get().forPayload(payload, name);
    }

    private String text(Object payload, DeclaredType type) {
        Class<?> declared = type.payload() != null ? type.payload() : payload.getClass();
        String text = codec.write(payload, declared);
        limit.check(text, payload.getClass());
        return text;
    }
}
