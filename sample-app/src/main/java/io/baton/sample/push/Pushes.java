package io.baton.sample.push;

import io.baton.Flow;
import io.baton.Flows;
import io.baton.sample.push.Steps.ChooseWinner;
import io.baton.sample.push.Steps.DrawSample;
import io.baton.sample.push.Steps.SendRest;
import io.baton.sample.push.Steps.SendSample;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Starts pushes. */
@Component
class Pushes {

    private final PushRows pushes;
    private final Flows flows;
    private final PushProperties properties;

    Pushes(PushRows pushes, Flows flows, PushProperties properties) {
        this.pushes = pushes;
        this.flows = flows;
        this.properties = properties;
    }

    /**
     * Stores a push and starts its flow: the list and the sample are drawn, the sample is sent, the winner is chosen, the rest is sent. Each step
     * starts when all jobs of the one before have ended, and so all of its mails.
     */
    @Transactional
    long start(int kilometres, List<Content> contents) {
        long push = pushes.add(kilometres, contents);
        flows.start(
                key(push),
                Flow.of(new DrawSample(push))
                        .then(partitioned(new SendSample(push)))
                        .then(new ChooseWinner(push))
                        .then(partitioned(new SendRest(push))));
        return push;
    }

    /** Returns the jobs that share the recipients by the remainder of their ids. */
    private Flow partitioned(Object payload) {
        return Flow.partitioned(payload, properties.partitions());
    }

    /** The key of the flow. */
    static String key(long push) {
        return "push:" + push;
    }
}
