package io.baton.share;

import io.baton.BatonException;
import io.baton.ShareDetails;
import io.baton.Shares;
import io.baton.database.Database;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.JobAdmin;
import io.baton.job.JobRoles;
import io.baton.job.ShareNames;
import io.baton.type.Names;
import java.util.List;
import java.util.function.Supplier;

/** The bean {@link Shares}. */
public final class BatonShares implements Shares {

    private final ShareRows rows;
    private final JobAdmin admin;
    private final CallersTransaction callers;
    private final SignalAfterCommit signal;

    public BatonShares(Database database, JobRoles roles, CallersTransaction callers, SignalAfterCommit signal) {
        this.rows = new ShareRows(database, roles.claims());
        this.admin = roles.admin();
        this.callers = callers;
        this.signal = signal;
    }

    @Override
    public List<ShareDetails> list(String queue) {
        String checked = Names.queue(queue);
        return callers.read(() -> rows.list(checked));
    }

    @Override
    public void setWeight(String queue, String share, int weight) {
        String checked = Names.queue(queue);
        String name = Names.wholeShare(share);
        if (weight < 1 || weight > MOST_WEIGHT) {
            throw new BatonException(
                    "The weight of the share \"" + name + "\" must be from 1 to " + MOST_WEIGHT + ", not " + weight);
        }
        changed(share, () -> {
            rows.setWeight(checked, name, weight);
            return true;
        });
    }

    @Override
    public boolean resetWeight(String queue, String share) {
        String name = Names.wholeShare(share);
        return changed(share, () -> rows.resetWeight(queue, name));
    }

    @Override
    public void pause(String queue, String share) {
        String name = ShareNames.of(Names.queue(queue), Names.share(share));
        changed(share, () -> {
            admin.pause(name, null);
            signal.announcePausesChanged();
            return true;
        });
    }

    @Override
    public boolean resume(String queue, String share) {
        String name = ShareNames.of(Names.queue(queue), Names.share(share));
        return changed(share, () -> {
            signal.announcePausesChanged();
            return admin.resume(name);
        });
    }

    private <T> T changed(String share, Supplier<T> change) {
        return callers.join("a change of the share \"" + share + "\"", change);
    }
}
