package io.baton.handler;

import static io.baton.handler.StubContext.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.start.StartRefusedException;
import io.baton.type.JacksonPayloadCodec;
import java.io.FileNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

class HandlerTypesTests {

    @BeforeEach
    void forget() {
        Seen.forget();
        FileJobs.created.set(0);
    }

    @Nested
    class Finding {

        static class Empty {}

        @Test
        void bean_that_is_only_registered_is_found() throws Throwable {
            try (Scan scan = Scan.plain(context -> context.registerBean("fileJobs", FileJobs.class, FileJobs::new))) {
                scan.run("file.process", job(1, new ProcessFile(7)));
            }
            assertThat(Seen.all()).containsExactly("FileJobs 1: 7");
        }

        @Test
        void singleton_without_definition_is_found() throws Throwable {
            try (Scan scan =
                    Scan.plain(context -> context.getBeanFactory().registerSingleton("fileJobs", new FileJobs()))) {
                scan.run("file.process", job(1, new ProcessFile(7)));
            }
            assertThat(Seen.all()).containsExactly("FileJobs 1: 7");
        }

        @Test
        void context_without_handlers_has_none() {
            try (Scan scan = Scan.of(Empty.class)) {
                assertThat(scan.registry.all()).isEmpty();
                assertThat(scan.registry.queues()).isEmpty();
                assertThat(scan.registry.find("file.process")).isEmpty();
            }
        }

        @Test
        void bean_of_a_parent_that_runs_its_handlers_belongs_to_the_parent() {
            try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(FileJobs.class)) {
                parent.getBeanFactory()
                        .registerSingleton(
                                "types",
                                new HandlerTypes(
                                        parent.getBeanFactory(), new JacksonPayloadCodec(), Scan.DEFAULT_RETRY));
                try (Scan scan = Scan.of(context -> context.setParent(parent))) {
                    assertThat(scan.registry.all()).isEmpty();
                }
            }
        }

        @Test
        void bean_whose_class_cannot_be_read_is_left_alone() {
            try (Scan scan = Scan.plain(context -> {
                context.registerBean(FileJobs.class);
                RootBeanDefinition broken = new RootBeanDefinition();
                broken.setBeanClassName("no.such.Type");
                broken.setLazyInit(true);
                context.registerBeanDefinition("broken", broken);
            })) {
                assertThat(scan.registry.all()).hasSize(1);
            }
        }
    }

    @Nested
    class NotInitialising {

        @Lazy
        static class LazyJobs extends FileJobs {}

        @Configuration
        static class LazyMethods {
            @Bean
            @Lazy
            FileJobs lazyJobs() {
                return new FileJobs();
            }
        }

        static class JobsFactory implements FactoryBean<FileJobs> {

            JobsFactory() {
                Seen.add("factory created");
            }

            @Override
            public FileJobs getObject() {
                return new FileJobs();
            }

            @Override
            public Class<?> getObjectType() {
                return FileJobs.class;
            }
        }

        static class UntypedFactory implements FactoryBean<Object> {

            UntypedFactory() {
                Seen.add("untyped factory created");
            }

            @Override
            public Object getObject() {
                return "anything";
            }

            @Override
            public Class<?> getObjectType() {
                return Object.class;
            }
        }

        @Test
        void lazy_bean_is_found_and_made_on_first_run() throws Throwable {
            try (Scan scan = Scan.of(LazyJobs.class)) {
                assertThat(FileJobs.created).hasValue(0);

                scan.run("file.process", job(1, new ProcessFile(7)));
                scan.run("file.process", job(2, new ProcessFile(8)));

                assertThat(Seen.all()).containsExactly("FileJobs 1: 7", "FileJobs 1: 8");
            }
        }

        @Test
        void lazy_bean_method_is_found_and_called_on_first_run() throws Throwable {
            try (Scan scan = Scan.of(LazyMethods.class)) {
                assertThat(FileJobs.created).hasValue(0);

                scan.run("file.process", job(1, new ProcessFile(7)));

                assertThat(Seen.all()).containsExactly("FileJobs 1: 7");
            }
        }

        @Test
        void lazy_factory_beans_are_not_made() throws Throwable {
            try (Scan scan = Scan.plain(context -> {
                context.registerBean("made", JobsFactory.class, definition -> definition.setLazyInit(true));
                context.registerBean("untyped", UntypedFactory.class, definition -> definition.setLazyInit(true));
            })) {
                assertThat(Seen.all()).isEmpty();

                scan.run("file.process", job(1, new ProcessFile(7)));

                assertThat(Seen.all()).containsExactly("factory created", "FileJobs 1: 7");
            }
        }

        @Test
        void nothing_is_made_when_everything_is_lazy() throws Throwable {
            try (Scan scan = Scan.of(context -> {
                context.register(FileJobs.class, Scopes.Prototypes.class);
                context.addBeanFactoryPostProcessor(HandlerTypesTests::everythingLazy);
            })) {
                assertThat(FileJobs.created).hasValue(0);
                assertThat(scan.registry.all())
                        .extracting(Handler::type)
                        .containsExactlyInAnyOrder("file.process", "mail.send");
            }
        }
    }

    private static void everythingLazy(ConfigurableListableBeanFactory factory) {
        for (String name : factory.getBeanDefinitionNames()) {
            factory.getBeanDefinition(name).setLazyInit(true);
        }
    }

    @Nested
    class Scopes {

        @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        static class Prototypes {

            private final int number = FileJobs.created.incrementAndGet();

            @JobHandler("mail.send")
            void send(SendMail mail) {
                Seen.add("prototype " + number + " to " + mail.to());
            }
        }

        @Scope("prototype")
        static class PlainPrototypes extends FileJobs {}

        interface Sender {
            void send(SendMail mail);
        }

        @Scope(value = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
        static class ByInterface implements Sender {

            @Override
            @JobHandler("mail.send")
            public void send(SendMail mail) {
                Seen.add("to " + mail.to());
            }
        }

        @Scope(value = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
        static class Hidden implements Sender {

            @Override
            public void send(SendMail mail) {}

            @JobHandler
            public void process(ProcessFile file) {}
        }

        @Test
        void scoped_proxy_is_one_handler_and_not_its_target_too() throws Throwable {
            try (Scan scan = Scan.of(Prototypes.class)) {
                assertThat(scan.registry.all()).hasSize(1);

                scan.run("mail.send", job(1, new SendMail("ann")));
                scan.run("mail.send", job(2, new SendMail("bob")));

                assertThat(Seen.all()).hasSize(2).doesNotHaveDuplicates();
                assertThat(Seen.all().get(0)).endsWith("to ann");
                assertThat(Seen.all().get(1)).endsWith("to bob");
                // an instance that no constructor ran on is the proxy itself
                assertThat(Seen.all()).noneMatch(run -> run.startsWith("prototype 0"));
            }
        }

        @Test
        void prototype_is_made_for_each_run() throws Throwable {
            try (Scan scan = Scan.of(PlainPrototypes.class)) {
                assertThat(FileJobs.created).hasValue(0);

                scan.run("file.process", job(1, new ProcessFile(7)));
                scan.run("file.process", job(2, new ProcessFile(8)));

                assertThat(Seen.all()).containsExactly("FileJobs 1: 7", "FileJobs 2: 8");
            }
        }

        @Test
        void scoped_proxy_of_interfaces_is_called_through_them() throws Throwable {
            try (Scan scan = Scan.of(ByInterface.class)) {
                scan.run("mail.send", job(1, new SendMail("ann")));
            }
            assertThat(Seen.all()).containsExactly("to ann");
        }

        @Test
        void scoped_proxy_that_hides_the_method_is_refused() {
            assertThatThrownBy(() -> Scan.of(Hidden.class))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("its bean is a JDK proxy");
        }
    }

    @Nested
    class Failing {

        static class FailingJobs {

            @JobHandler("checked")
            void checked() throws Exception {
                throw new FileNotFoundException("gone");
            }

            @JobHandler("error")
            void error() {
                throw new AssertionError("impossible");
            }

            @JobHandler("rejected")
            void rejected() {
                throw new JobRejectedException("no such file");
            }
        }

        static class NeverMade {

            NeverMade() {
                throw new IllegalStateException("cannot be made");
            }

            @JobHandler("never")
            void run() {}
        }

        @Test
        void what_the_handler_throws_comes_out_as_it_was_thrown() {
            try (Scan scan = Scan.of(FailingJobs.class)) {
                assertThatThrownBy(() -> scan.run("checked", job(1, "nothing")))
                        .isInstanceOf(FileNotFoundException.class)
                        .hasMessage("gone");
                assertThatThrownBy(() -> scan.run("error", job(1, "nothing")))
                        .isInstanceOf(AssertionError.class)
                        .hasMessage("impossible");
                assertThatThrownBy(() -> scan.run("rejected", job(1, "nothing")))
                        .isInstanceOf(JobRejectedException.class);
            }
        }

        @Test
        void bean_that_cannot_be_made_fails_the_run_and_not_the_start() {
            try (Scan scan = Scan.of(
                    context -> context.registerBean(NeverMade.class, definition -> definition.setLazyInit(true)))) {
                assertThatThrownBy(() -> scan.run("never", job(1, "nothing"))).hasRootCauseMessage("cannot be made");
            }
        }
    }
}
