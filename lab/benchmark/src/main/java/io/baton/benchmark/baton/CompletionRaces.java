package io.baton.benchmark.baton;

import io.baton.Batch;
import io.baton.BatchStatus;
import io.baton.Batches;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Two callers who complete a batch between them, at once: each acknowledges the last item of a group, or one of them the only item while the other
 * seals.
 */
@Component("races")
@Profile("batches")
class CompletionRaces implements Measurement {

    private final Batches batches;

    CompletionRaces(Batches batches) {
        this.batches = batches;
    }

    /** Returns how many calls completed a batch, of the first kind and of the second, and after how many rounds this was not one call. */
    @Override
    public String measure(int rounds) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(2);
        try {
            int[] completions = new int[2];
            int wrong = 0;
            for (int round = 0; round < 2 * rounds; round++) {
                List<Callable<BatchStatus>> calls = round % 2 == 0 ? ackAgainstAck() : sealAgainstAck();
                int completed = race(callers, calls);
                completions[round % 2] += completed;
                wrong += completed == 1 ? 0 : 1;
            }
            return completions[0] + " " + completions[1] + " " + wrong;
        } finally {
            callers.shutdown();
        }
    }

    private List<Callable<BatchStatus>> ackAgainstAck() {
        Batch batch = batches.open().onComplete(new BatchJobs.After(2));
        String one = onlyItem(batch);
        String other = onlyItem(batch);
        batch.seal();
        return List.of(() -> ack(one), () -> ack(other));
    }

    private List<Callable<BatchStatus>> sealAgainstAck() {
        Batch batch = batches.open().onComplete(new BatchJobs.After(1));
        String item = onlyItem(batch);
        return List.of(() -> ack(item), batch::seal);
    }

    private static String onlyItem(Batch batch) {
        return batch.addItems(1).ids().findFirst().orElseThrow();
    }

    private BatchStatus ack(String item) {
        return batches.ack(List.of(item)).get(0);
    }

    private static int race(ExecutorService callers, List<Callable<BatchStatus>> calls) throws Exception {
        CyclicBarrier start = new CyclicBarrier(calls.size());
        List<Future<BatchStatus>> answers = calls.stream()
                .map(call -> callers.submit(() -> {
                    start.await();
                    return call.call();
                }))
                .toList();
        int completed = 0;
        for (Future<BatchStatus> answer : answers) {
            completed += answer.get().completedNow() ? 1 : 0;
        }
        return completed;
    }
}
