package io.baton.worker.life;

import io.baton.BatonException;
import io.baton.job.FollowUp;
import io.baton.loop.Step;
import io.baton.worker.ManualMode;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs the turns of one worker on the calling thread, in place of the threads of a {@link WorkerSession}. */
public record ManualSession(WorkerAssembly worker, ManualMode mode) implements AutoCloseable {

    private static final long UNTIL_LET_GO_NANOS = 20_000_000;
    /** The shortest wait that is not skipped: work that waits so long is not ready. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final int MOST_TURNS = 1_500;
    private static final int MOST_SHORT_WAITS = 20;

    public void begin() {
        worker.publisher.serve(worker.settings.queues().keySet());
        worker.engine.followUps().forEach(each -> each.begin(() -> {}));
    }

    /** Runs the follow-ups of commits, then claims and runs ready jobs until there are no more, or until it is to stop. */
    public void turn(BooleanSupplier goesOn) throws InterruptedException {
        follow();
        worker.heartbeat.turn();
        worker.publisher.here().checkAll();
        boolean more = true;
        while (more && goesOn.getAsBoolean()) {
            more = worker.claims.turn().isZero();
            mode.runAll();
            if (!worker.runners.idle()) {
                // a handler took longer than the lease is valid: the other jobs waited for this heartbeat
                worker.heartbeat.turn();
                mode.runAll();
            }
            settle();
        }
    }

    /** Runs the follow-ups, and skips their short waits. */
    private void follow() throws InterruptedException {
        Step[] steps = worker.engine.followUps().stream().map(worker::following).toArray(Step[]::new);
        int waits = 0;
        while (steps.length > 0 && waits < MOST_SHORT_WAITS) {
            Duration rest = Step.inTurn(steps).turn();
            if (rest.compareTo(SHORT) >= 0) {
                return;
            }
            if (!rest.isZero()) {
                mode.skip(rest);
                waits++;
            }
        }
    }

    private void settle() {
        worker.progress.turn();
        for (int turn = 0; worker.settler.unsettled() > 0; turn++) {
            if (turn == MOST_TURNS) {
                throw new BatonException(
                        "The outcomes of " + worker.settler.unsettled()
                                + " jobs cannot be written: another session locks their rows. Does another transaction of the test lock them?");
            }
            if (!worker.settler.turn().isZero()) {
                LockSupport.parkNanos(UNTIL_LET_GO_NANOS);
            }
        }
    }

    /** Ends the worker as a crash of its process does after all earlier outcomes were written, and reclaims its jobs. */
    public void crash() {
        settle();
        Long id = worker.identity.known();
        if (id != null) {
            worker.engine.transactions().run(() -> {
                worker.engine.workers().deregister(id, false);
                return worker.engine.stores().jobs().sweeps().unlock(id, MOST_TURNS);
            });
            worker.identity.lost(id);
        }
    }

    /** Ends the work: releases the jobs that wait, and deregisters the worker. */
    @Override
    public void close() {
        worker.engine.followUps().forEach(FollowUp::end);
        worker.deadlines.close();
        worker.publisher.leave();
        worker.runners.releaseWaiting();
        settle();
        worker.identity.giveUp(true);
    }
}
