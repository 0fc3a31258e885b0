package io.baton.handler;

import static io.baton.handler.StubContext.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Job;
import io.baton.JobHandler;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

class HandlerInheritanceTests {

    @BeforeEach
    void forget() {
        Seen.forget();
        FileJobs.created.set(0);
    }

    abstract static class Runner<P> {

        @JobHandler
        void run(P payload) {
            Seen.add(getClass().getSimpleName() + " got " + payload);
        }
    }

    static class FileRunner extends Runner<ProcessFile> {}

    static class MailRunner extends Runner<SendMail> {

        @Override
        void run(SendMail mail) {
            Seen.add("overridden for " + mail.to());
        }
    }

    abstract static class ListRunner<P> {

        @JobHandler
        void run(List<Job<P>> jobs) {
            Seen.add(jobs.get(0).payload() + " of " + jobs.size());
        }
    }

    static class FileListRunner extends ListRunner<ProcessFile> {}

    interface Sends<P> {

        @JobHandler("mail.send")
        void send(P payload);
    }

    static class MailJobs implements Sends<SendMail> {

        @Override
        public void send(SendMail mail) {
            Seen.add("to " + mail.to());
        }
    }

    interface CleansUp {

        @JobHandler("clean-up")
        default void cleanUp() {
            Seen.add("cleaned up");
        }
    }

    static class Cleaner implements CleansUp {}

    static class SubJobs extends FileJobs {}

    static class InterfaceBean {

        @Bean
        @Lazy
        CleansUp cleaner() {
            return new Cleaner();
        }
    }

    @Configuration
    static class Configured {

        @JobHandler("clean-up")
        void cleanUp() {
            Seen.add("cleaned up");
        }
    }

    @Test
    void type_variable_is_resolved_against_the_beans_class() throws Throwable {
        try (Scan scan = Scan.of(FileRunner.class, MailRunner.class)) {
            Handler files = scan.handler("process-file");

            assertThat(files.describe()).isEqualTo("FileRunner.run(ProcessFile)");
            assertThat(files.readPayload("{\"fileId\":7}")).isEqualTo(new ProcessFile(7));
            scan.run("process-file", job(1, new ProcessFile(7)));
            scan.run("send-mail", job(2, new SendMail("ann")));
        }
        assertThat(Seen.all()).containsExactly("FileRunner got ProcessFile[fileId=7]", "overridden for ann");
    }

    @Test
    void type_variable_in_a_list_is_resolved_too() throws Throwable {
        try (Scan scan = Scan.of(FileListRunner.class)) {
            scan.run("process-file", job(1, new ProcessFile(7)), job(2, new ProcessFile(8)));
        }
        assertThat(Seen.all()).containsExactly("ProcessFile[fileId=7] of 2");
    }

    @Test
    void annotation_on_the_interface_counts_for_its_implementation() throws Throwable {
        try (Scan scan = Scan.of(MailJobs.class)) {
            assertThat(scan.registry.all()).hasSize(1);
            scan.run("mail.send", job(1, new SendMail("ann")));
        }
        assertThat(Seen.all()).containsExactly("to ann");
    }

    @Test
    void generic_interface_is_followed_through_a_jdk_proxy() throws Throwable {
        try (Scan scan = Scan.of(context -> {
            context.registerBean("mailJobs", MailJobs.class);
            Proxied.everyBean(context, false);
        })) {
            scan.run("mail.send", job(1, new SendMail("ann")));
        }
        assertThat(Seen.all()).containsExactly("before send", "to ann");
    }

    @Test
    void default_method_is_a_handler_of_the_bean() throws Throwable {
        try (Scan scan = Scan.of(Cleaner.class)) {
            scan.run("clean-up", job(1, "nothing"));
        }
        assertThat(Seen.all()).containsExactly("cleaned up");
    }

    @Test
    void lazy_bean_of_an_interface_is_found_by_what_the_interface_says() throws Throwable {
        try (Scan scan = Scan.of(InterfaceBean.class)) {
            scan.run("clean-up", job(1, "nothing"));
        }
        assertThat(Seen.all()).containsExactly("cleaned up");
    }

    @Test
    void method_of_a_superclass_is_found_once() throws Throwable {
        try (Scan scan = Scan.of(SubJobs.class)) {
            scan.run("file.process", job(1, new ProcessFile(7)));
        }
        assertThat(Seen.all()).containsExactly("FileJobs 1: 7");
    }

    @Test
    void configuration_class_may_hold_handlers() throws Throwable {
        try (Scan scan = Scan.of(Configured.class)) {
            assertThat(scan.handler("clean-up").describe()).isEqualTo("Configured.cleanUp()");
            scan.run("clean-up", job(1, "nothing"));
        }
        assertThat(Seen.all()).containsExactly("cleaned up");
    }
}
