package io.baton.worker;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJob.JobBody;
import io.baton.job.Fence;
import io.baton.job.JobClaims.Claimed;
import io.baton.job.JobSettlements.Progress;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Ties;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A store in memory that does what a test asks for right before and after it is called. */
public final class InterruptedStore extends InMemoryJobStore {

    public Runnable afterClaim = () -> {};
    public Runnable beforeLookup = () -> {};
    public boolean knowsTies = true;
    public Runnable beforeCharge = () -> {};
    public Runnable beforeRead = () -> {};
    public Runnable beforeLabels = () -> {};
    public boolean isBehind;
    public Runnable beforePause = () -> {};
    public boolean rowsAreHeld;
    public int progressWrites;

    public InterruptedStore(MemoryDatabase database) {
        super(database, new Retention(null, null, null, 100));
    }

    @Override
    public Claimed claim(Claim claim) {
        Claimed claimed = super.claim(claim);
        afterClaim.run();
        return claimed;
    }

    @Override
    public List<ClaimedJob> claimedUnder(Claim claim) {
        beforeLookup.run();
        return super.claimedUnder(claim);
    }

    @Override
    public boolean knows(Ties ties) {
        return knowsTies;
    }

    @Override
    public Map<Fence, Settled> countCrash(Collection<Fence> starting) {
        beforeCharge.run();
        return super.countCrash(starting);
    }

    @Override
    public Map<Fence, JobBody> bodies(Collection<Fence> fences) {
        beforeRead.run();
        return super.bodies(fences);
    }

    @Override
    public boolean sees(Fence claim) {
        return !isBehind && super.sees(claim);
    }

    @Override
    public Map<String, String> labels(long id) {
        beforeLabels.run();
        return super.labels(id);
    }

    @Override
    public void pauseAtLeast(String queue, Duration pause) {
        beforePause.run();
        super.pauseAtLeast(queue, pause);
    }

    @Override
    public Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress) {
        progressWrites++;
        return super.saveProgress(progress);
    }

    @Override
    public Map<Fence, Settled> settle(List<Settlement> settlements) {
        return rowsAreHeld
                ? settlements.stream().collect(Collectors.toMap(Settlement::fence, each -> Settled.BUSY))
                : super.settle(settlements);
    }
}
