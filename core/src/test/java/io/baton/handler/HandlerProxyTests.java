package io.baton.handler;

import static io.baton.handler.StubContext.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobHandler;
import io.baton.start.StartRefusedException;
import java.io.FileNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.Bean;

class HandlerProxyTests {

    @BeforeEach
    void forget() {
        Seen.forget();
        FileJobs.created.set(0);
    }

    interface Sender {
        void send(SendMail mail);
    }

    static class MailJobs implements Sender {

        private final String verb = "to ";

        @Override
        @JobHandler("mail.send")
        public void send(SendMail mail) {
            Seen.add(verb + mail.to());
        }
    }

    static class HiddenJobs extends MailJobs {

        @JobHandler
        public void process(ProcessFile file) {
            Seen.add("never");
        }
    }

    static class Sneaky {

        @JobHandler("sneaky")
        void fail() {
            throw HandlerProxyTests.<RuntimeException>sneak(new FileNotFoundException("gone"));
        }
    }

    static class ByHand {

        @Bean
        Sender byHand() {
            return (Sender) Proxied.of(new MailJobs(), false);
        }
    }

    static class HiddenByHand {

        @Bean
        Sender hiddenByHand() {
            return (Sender) Proxied.of(new HiddenJobs(), false);
        }
    }

    static class ByClass {

        @Bean
        FileJobs byClass() {
            return (FileJobs) Proxied.of(new FileJobs(), true);
        }
    }

    @Test
    void handler_on_a_cglib_proxy_runs_on_the_fields_of_its_target() throws Throwable {
        try (Scan scan = Scan.of(context -> {
            context.registerBean("fileJobs", FileJobs.class);
            Proxied.everyBean(context, true);
        })) {
            assertThat(AopUtils.isCglibProxy(scan.context.getBean("fileJobs"))).isTrue();
            scan.run("file.process", job(1, new ProcessFile(7)));
        }
        assertThat(Seen.all()).containsExactly("before process", "FileJobs 1: 7");
    }

    @Test
    void cglib_proxy_made_by_hand_is_seen_through() throws Throwable {
        try (Scan scan = Scan.of(ByClass.class)) {
            assertThat(scan.handler("file.process").describe()).isEqualTo("FileJobs.process(ProcessFile)");
            scan.run("file.process", job(1, new ProcessFile(7)));
        }
        assertThat(Seen.all()).containsExactly("before process", "FileJobs 1: 7");
    }

    @Test
    void handler_on_a_jdk_proxy_is_called_through_the_interface() throws Throwable {
        try (Scan scan = Scan.of(context -> {
            context.registerBean("mailJobs", MailJobs.class);
            Proxied.everyBean(context, false);
        })) {
            assertThat(AopUtils.isJdkDynamicProxy(scan.context.getBean("mailJobs")))
                    .isTrue();
            scan.run("mail.send", job(1, new SendMail("ann")));
        }
        assertThat(Seen.all()).containsExactly("before send", "to ann");
    }

    @Test
    void jdk_proxy_made_by_hand_is_seen_through() throws Throwable {
        try (Scan scan = Scan.of(ByHand.class)) {
            assertThat(scan.handler("mail.send").describe()).isEqualTo("MailJobs.send(SendMail)");
            scan.run("mail.send", job(1, new SendMail("ann")));
        }
        assertThat(Seen.all()).containsExactly("before send", "to ann");
    }

    @Test
    void jdk_proxy_that_hides_the_method_is_refused() {
        assertThatThrownBy(() -> Scan.of(HiddenByHand.class))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("HiddenJobs.process(ProcessFile) of bean \"hiddenByHand\"")
                .hasMessageContaining(
                        "its bean is a JDK proxy, and none of the interfaces of the proxy has the method.")
                .extracting(refusal -> ((StartRefusedException) refusal).action())
                .isEqualTo("Add the method to an interface of the bean, or let the bean be proxied by class"
                        + " (spring.aop.proxy-target-class=true, proxyTargetClass = true).");
    }

    @Test
    void lazy_jdk_proxy_hiding_the_method_is_refused_on_first_run() {
        try (Scan scan = Scan.of(context -> {
            context.registerBean("mailJobs", HiddenJobs.class, definition -> definition.setLazyInit(true));
            Proxied.everyBean(context, false);
        })) {
            assertThatThrownBy(() -> scan.run("process-file", job(1, new ProcessFile(7))))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("its bean is a JDK proxy");
        }
    }

    @Test
    void checked_exception_that_a_proxy_wraps_comes_out_as_itself() {
        try (Scan scan = Scan.of(context -> {
            context.registerBean("sneakyJobs", Sneaky.class);
            Proxied.everyBean(context, true);
        })) {
            assertThatThrownBy(() -> scan.run("sneaky", job(1, "nothing")))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("gone");
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
