package io.baton.worker.life;

import io.baton.BatonException;
import io.baton.loop.Step;
import io.baton.worker.ManualMode;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Gives one worker its turns in the calling thread, in place of the threads of a {@link WorkerSession}. */
public record ManualSession(WorkerAssembly worker, ManualMode mode) {

    private static final long UNTIL_LET_GO_NANOS = 20_000_000;
    /** What waits for longer is not ready. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final int MOST_LOOKS = 1_500;
    private static final int MOST_SHORT_WAITS = 20;

    /** Takes up the work. */
    public void begin() {
        worker.publisher.serve(worker.settings.queues().keySet());
        worker.followUps.forEach(each -> each.followUp.begin(() -> {}));
    }

    /** Follows what was committed, then claims and runs what is ready until there is no more, or until it is to stop. */
    public void turn(BooleanSupplier goesOn) throws InterruptedException {
        follow();
        worker.heartbeat.turn();
        worker.publisher.here().checkAll();
        boolean more = true;
        while (more && goesOn.getAsBoolean()) {
            more = worker.claims.turn().isZero();
            mode.runAll();
            if (!worker.runners.idle()) {
                // a handler took longer than the worker may be silent: the others waited for this
                worker.heartbeat.turn();
                mode.runAll();
            }
            settle();
        }
    }

    /** Short waits are skipped. */
    private void follow() throws InterruptedException {
        int waits = 0;
        while (!worker.followUps.isEmpty() && waits < MOST_SHORT_WAITS) {
            Duration rest = Step.inTurn(worker.followUps.toArray(Step[]::new)).turn();
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
        for (int look = 0; worker.settler.unsettled() > 0; look++) {
            if (look == MOST_LOOKS) {
                throw new BatonException(
                        "The outcomes of " + worker.settler.unsettled()
                                + " jobs cannot be written: another session locks their rows. Does another transaction of the test lock them?");
            }
            if (!worker.settler.turn().isZero()) {
                LockSupport.parkNanos(UNTIL_LET_GO_NANOS);
            }
        }
    }

    /** Leaves nothing behind. */
    public void end() {
        worker.followUps.forEach(each -> each.followUp.end());
        worker.deadlines.close();
        worker.publisher.leave();
        worker.runners.releaseWaiting();
        settle();
        worker.identity.giveUp(true);
    }
}
