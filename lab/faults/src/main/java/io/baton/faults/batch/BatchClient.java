package io.baton.faults.batch;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.faults.batch.BatchWork.Step;
import io.baton.faults.batch.BatchWork.Then;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Opens batches of all kinds, and acknowledges those items of theirs that are no jobs. */
final class BatchClient {

    private final Batches batches;
    private final Jobs jobs;
    private final TransactionTemplate transaction;
    private final BatchTables tables;
    private final BatchChecker checker;
    private final Random random;

    BatchClient(ApplicationContext context, BatchTables tables, BatchChecker checker, long seed) {
        this.batches = context.getBean(Batches.class);
        this.jobs = context.getBean(Jobs.class);
        this.transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        this.tables = tables;
        this.checker = checker;
        this.random = new Random(seed);
    }

    /** Opens and seals one in one transaction, whose jobs complete. */
    void simple(int count, int round) {
        Batch batch = transaction.execute(status -> {
            Batch opened = opened(batches.open());
            opened.addJobs(items(opened, count, round, false));
            opened.seal();
            return opened;
        });
        checker.add(new BatchChecker.Opened(batch.id().value(), count));
    }

    /** Opens some that differ: with jobs that fail or die, added piece by piece; with items that are no jobs; within another. */
    void some() {
        Batch outer = opened(batches.open());
        int count = 1 + random.nextInt(60);
        checker.add(new BatchChecker.Opened(outer.id().value(), count));
        outer.addJobs(items(outer, count, 0, true));
        Batch inner = opened(outer.open("within-" + outer.id()));
        int further = random.nextInt(40);
        checker.add(new BatchChecker.Opened(inner.id().value(), further));
        List<String> external =
                new ArrayList<>(inner.addItems(random.nextInt(300)).ids().toList());
        inner.addJobs(items(inner, further, 0, true));
        if (random.nextBoolean()) {
            outer.seal();
        } else {
            // without a notification: no worker is here, and not every database notifies other nodes
            transaction.executeWithoutResult(status -> outer.seal());
        }
        boolean sealsFirst = random.nextBoolean();
        if (sealsFirst) {
            inner.seal();
        }
        acknowledge(external);
        if (!sealsFirst) {
            inner.seal();
        }
    }

    private Batch opened(Batch batch) {
        long id = batch.id().value();
        return batch.onComplete(new BatchWork.After(id)).onDead(new BatchWork.OnDead(id));
    }

    private Stream<Object> items(Batch batch, int count, int round, boolean someFail) {
        long id = batch.id().value();
        return IntStream.range(0, count).mapToObj(item -> {
            Step step = new Step(id, item, round, someFail ? then() : Then.COMPLETE);
            return item % 2 == 0 ? new BatchWork.Written(step) : new BatchWork.Loose(step);
        });
    }

    private Then then() {
        return switch (random.nextInt(30)) {
            case 0 -> Then.FAIL;
            case 1 -> Then.DIE;
            default -> Then.COMPLETE;
        };
    }

    /** Each of them twice, in any order. */
    private void acknowledge(List<String> items) {
        for (int time = 0; time < 2; time++) {
            Collections.shuffle(items, random);
            for (int from = 0; from < items.size(); from += 50) {
                batches.ack(items.subList(from, Math.min(items.size(), from + 50)));
            }
        }
    }

    void reviveDead() {
        tables.dead().forEach(job -> jobs.revive(new JobId(job)));
    }
}
