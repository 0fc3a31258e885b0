package io.baton.hosts.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.InvalidPayloadException;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.events.DurableListener;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.core.ResolvableType;
import org.springframework.data.domain.PageRequest;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionTemplate;

class RefusedListenerTests {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    record Paid(long id) {}

    static class Changed<T> {

        public T value() {
            throw new UnsupportedOperationException();
        }
    }

    @EnableAutoConfiguration
    static class Application {}

    private static ConfigurableApplicationContext start(Class<?> listener, String... properties) {
        return new SpringApplicationBuilder(Application.class, listener)
                .properties(
                        "spring.main.web-application-type=none",
                        "spring.sql.init.mode=never",
                        "spring.datasource.url=jdbc:h2:mem:refused" + DATABASES.incrementAndGet())
                .properties(properties)
                .run();
    }

    private static void assertRefused(Class<?> listener, String... texts) {
        AbstractThrowableAssert<?, ?> refusal =
                assertThatThrownBy(() -> start(listener).close());
        for (String text : texts) {
            refusal.hasStackTraceContaining(text);
        }
    }

    static class WithoutHandler {
        @DurableListener
        void on(Paid event) {}
    }

    static class WithoutName {
        @DurableListener
        @JobHandler
        void on(Paid event) {}
    }

    static class WithTwoNames {
        @DurableListener("one")
        @JobHandler("other")
        void on(Paid event) {}
    }

    static class OfTwo {
        @DurableListener
        @JobHandler("two")
        void on(Paid event, Paid other) {}
    }

    static class OfNone {
        @DurableListener
        @JobHandler("none")
        void on() {}
    }

    static class OfAnything {
        @DurableListener
        @JobHandler("anything")
        void on(Object event) {}
    }

    static class OfList {
        @DurableListener
        @JobHandler("list")
        void on(List<Paid> events) {}
    }

    static class OfApplicationEvent {
        @DurableListener
        @JobHandler("application-event")
        void on(PayloadApplicationEvent<Paid> event) {}
    }

    static class OfGeneric {
        @DurableListener
        @JobHandler("generic")
        void on(Changed<Paid> event) {}
    }

    static class OfUnstorable {
        @DurableListener
        @JobHandler("unstorable")
        void on(Thread event) {}
    }

    static class Returning {
        @DurableListener
        @JobHandler("returning")
        String on(Paid event) {
            return "published?";
        }
    }

    static class AlsoPlain {
        @EventListener
        @DurableListener
        @JobHandler("plain")
        void on(Paid event) {}
    }

    static class AlsoTransactional {
        @TransactionalEventListener
        @DurableListener
        @JobHandler("transactional")
        void on(Paid event) {}
    }

    static class AlsoAsync {
        @Async
        @DurableListener
        @JobHandler("async")
        void on(Paid event) {}
    }

    static class Private {
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        @DurableListener
        @JobHandler("private")
        private void on(Paid event) {}
    }

    static class Twice {
        @DurableListener
        @JobHandler("twice")
        void on(Paid event) {}

        @DurableListener
        @JobHandler("twice")
        void again(Paid event) {}
    }

    static class WithWrongCondition {
        @DurableListener(condition = "#payload.(")
        @JobHandler("wrong")
        void on(Paid event) {}
    }

    @Test
    void methods_that_cannot_be_durable_listeners_fail_the_start_and_say_why() {
        assertRefused(WithoutHandler.class, "WithoutHandler.on(Paid)", "has no name", "Write @DurableListener(\"..\")");
        assertRefused(WithoutName.class, "has no name", "Write @DurableListener(\"..\")");
        assertRefused(WithTwoNames.class, "has another name", "Let one of them name the job type");
        assertRefused(OfTwo.class, "OfTwo.on(Paid, Paid)", "takes 2 events", "Let it take one event");
        assertRefused(OfNone.class, "takes 0 events");
        assertRefused(OfAnything.class, "is a Object, which is no type of an event");
        assertRefused(OfList.class, "is a List, which is no type of an event");
        assertRefused(OfApplicationEvent.class, "source cannot be stored", "Publish a record");
        assertRefused(OfGeneric.class, "type parameters", "Publish a record");
        assertRefused(OfUnstorable.class, "java.lang.Thread", "type of the JDK");
        assertRefused(Returning.class, "returns a String, which is not published", "Return void");
        assertRefused(AlsoPlain.class, "another annotation of listeners", "Remove that one");
        assertRefused(AlsoTransactional.class, "another annotation of listeners", "Remove that one");
        assertRefused(AlsoAsync.class, "@Async", "Remove @Async");
        assertRefused(Private.class, "it is private", "Make the method package-private or wider");
        assertRefused(Twice.class, "\"twice\" has two handlers");
        assertRefused(WithWrongCondition.class, "\"#payload.(\" is not an expression", "Correct it");
    }

    static class Good {

        @DurableListener(condition = "#event.id > 0")
        @JobHandler("good")
        void on(Paid event) {}
    }

    static class Plain {}

    @Test
    void without_a_job_queue_only_applications_with_durable_listeners_do_not_start() {
        assertThatCode(() -> start(Plain.class, "baton.enabled=false").close()).doesNotThrowAnyException();
        assertThatThrownBy(() -> start(Good.class, "baton.enabled=false").close())
                .rootCause()
                .hasMessageContaining(Jobs.class.getName());
    }

    static class Discount {

        private final int percent;

        Discount(int percent) {
            this.percent = percent;
        }

        public int getPercent() {
            return percent;
        }
    }

    static class SpecialDiscount extends Discount {

        SpecialDiscount() {
            super(50);
        }

        public String getReason() {
            return "birthday";
        }
    }

    static class OfSuperclass {

        @DurableListener
        @JobHandler("discount")
        void on(Discount event) {}
    }

    @Test
    void an_event_that_would_be_stored_as_its_superclass_is_refused() {
        try (ConfigurableApplicationContext context = start(OfSuperclass.class, "baton.worker.enabled=false")) {
            context.publishEvent(new Discount(10));
            assertThatThrownBy(() -> context.publishEvent(new SpecialDiscount()))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContainingAll("SpecialDiscount", "@JsonTypeInfo");
        }
    }

    static class Asynchronous {

        @Bean
        SimpleApplicationEventMulticaster applicationEventMulticaster() {
            SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
            Executor executor = task -> new Thread(task).start();
            multicaster.setTaskExecutor(executor);
            return multicaster;
        }

        @Bean
        Good good() {
            return new Good();
        }
    }

    @Test
    void a_multicaster_with_threads_of_its_own_stores_in_the_transaction_all_the_same() {
        try (ConfigurableApplicationContext context = start(Asynchronous.class, "baton.worker.enabled=false")) {
            Jobs jobs = context.getBean(Jobs.class);
            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                context.publishEvent(new Paid(1));
                assertThat(jobs.drained(JobFilter.all())).isFalse();
                status.setRollbackOnly();
            });
            assertThat(jobs.drained(JobFilter.all())).isTrue();
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @DurableListener(key = "'paid:' + #root.id")
    @interface OnPaid {}

    abstract static class Recorder<E> {

        final CountDownLatch ran = new CountDownLatch(1);

        @OnPaid
        @JobHandler("${host.type:inherited}")
        public void on(E event) {
            ran.countDown();
        }
    }

    /** Has a proxy, an annotation of its own, and a method that is inherited from a generic class. */
    static class Proxied extends Recorder<Paid> {

        @Transactional
        void other() {}

        CountDownLatch ran() {
            return ran;
        }
    }

    @Test
    void a_proxied_bean_may_inherit_its_listener_with_an_annotation_of_its_own() throws InterruptedException {
        try (ConfigurableApplicationContext context = start(Proxied.class, "host.type=named")) {
            context.publishEvent(new Paid(7));
            assertThat(context.getBean(Proxied.class).ran().await(1, TimeUnit.MINUTES))
                    .isTrue();
            assertThat(context.getBean(Jobs.class)
                            .search(JobFilter.all().type("named").key("paid:7"), PageRequest.of(0, 2)))
                    .hasSize(1);
        }
    }

    interface Listening {

        void on(Paid event);

        void other();

        CountDownLatch ran();
    }

    static class BehindInterface implements Listening {

        private final CountDownLatch ran = new CountDownLatch(1);

        @Override
        @DurableListener
        @JobHandler("behind-interface")
        public void on(Paid event) {
            ran.countDown();
        }

        @Override
        @Transactional
        public void other() {}

        @Override
        public CountDownLatch ran() {
            return ran;
        }
    }

    @Test
    void a_bean_may_be_known_by_an_interface_without_the_annotations() throws InterruptedException {
        try (ConfigurableApplicationContext context =
                start(BehindInterface.class, "spring.aop.proxy-target-class=false")) {
            Listening bean = context.getBean(Listening.class);
            assertThat(bean).isNotInstanceOf(BehindInterface.class);
            context.publishEvent(new Paid(7));
            assertThat(bean.ran().await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void an_expression_that_fails_for_an_event_says_which() {
        try (ConfigurableApplicationContext context = start(WithFailingKey.class, "baton.worker.enabled=false")) {
            assertThatThrownBy(() -> context.publishEvent(new Paid(1)))
                    .hasMessageContainingAll("#payload.order", "WithFailingKey.on", "cannot be evaluated");
            context.publishEvent(new ApplicationEvent(this) {});
            context.publishEvent(new PayloadApplicationEvent<>(this, "other", ResolvableType.forClass(String.class)));
        }
    }

    static class WithFailingKey {

        @DurableListener(key = "#payload.order")
        @JobHandler("failing-key")
        void on(Paid event) {}
    }
}
