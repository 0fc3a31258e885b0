package io.baton.sample.orders;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.StepDetails;
import io.baton.Steps;
import io.baton.sample.Done;
import io.baton.sample.Instance;
import io.baton.sample.approvals.Approvals;
import io.baton.sample.approvals.Choice;
import io.baton.sample.approvals.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The requests of the page about orders: their steps, a new order, and its approval. */
@RestController
class OrdersController {

    private static final List<String> ARTICLES = List.of("Lamp", "Chair", "Kettle", "Clock");
    private static final int SHOWN = 10;

    private final Jobs jobs;
    private final Steps steps;
    private final Approvals approvals;
    private final Orders orders;
    private final Instance instance;

    OrdersController(Jobs jobs, Steps steps, Approvals approvals, Orders orders, Instance instance) {
        this.jobs = jobs;
        this.steps = steps;
        this.approvals = approvals;
        this.orders = orders;
        this.instance = instance;
    }

    @GetMapping("/api/orders")
    State state() {
        JobFilter all = JobFilter.all().type(PlaceOrder.TYPE);
        return new State(
                instance.name(),
                jobs.search(all, PageRequest.of(0, SHOWN)).stream()
                        .map(this::shown)
                        .toList());
    }

    private Shown shown(JobDetails job) {
        List<StepDetails> done = steps.list(job.id());
        return new Shown(
                job.id().value(),
                job.state().name(),
                orders.of(job.id().value()),
                !job.state().isFinal() && done.stream().anyMatch(OrdersController::waitsForApproval),
                done.stream()
                        .map(step -> new Step(
                                step.name(), step.state().name(), step.beganAt(), step.endedAt(), step.waitsUntil()))
                        .toList());
    }

    private static boolean waitsForApproval(StepDetails step) {
        return step.name().equals(OrderJobs.DECISION) && step.state() == StepDetails.State.WAITING;
    }

    /** The order and its job: both are there, or neither. */
    @Transactional
    @PostMapping("/orders")
    Done place() {
        String article = ARTICLES.get(ThreadLocalRandom.current().nextInt(ARTICLES.size()));
        orders.placed(jobs.enqueue(new PlaceOrder(article)).id().value(), article);
        return new Done(1);
    }

    /** Two clicks, or two instances, or a click and a link of the mail, are one decision: the first. */
    @PostMapping("/orders/{id}/approve")
    Done approve(@PathVariable JobId id) {
        Outcome outcome = approvals.decide(id, OrderJobs.DECISION, Choice.APPROVE, instance.name());
        return new Done(outcome == Outcome.DECIDED ? 1 : 0);
    }

    /** The instance that responds, and the newest orders. */
    record State(String instance, List<Shown> orders) {}

    /** An order with the steps of its job, in the order in which they began. */
    record Shown(long job, String state, Orders.Order order, boolean waitsForApproval, List<Step> steps) {}

    /** A step. */
    record Step(
            String name,
            String state,
            Instant beganAt,
            @Nullable Instant endedAt,
            @Nullable Instant waitsUntil) {}
}
