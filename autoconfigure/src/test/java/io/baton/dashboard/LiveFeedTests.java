package io.baton.dashboard;

import static io.baton.dashboard.DashboardHost.CLIENT;
import static io.baton.dashboard.DashboardHost.get;
import static io.baton.dashboard.DashboardHost.live;
import static io.baton.dashboard.DashboardHost.nextSample;
import static io.baton.dashboard.DashboardHost.sample;
import static io.baton.dashboard.DashboardHost.serve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.dashboard.DashboardHost.Reading;
import io.baton.testing.TestDatabase;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** The samples that open pages are sent. */
@Timeout(600)
class LiveFeedTests {

    /** After a sample that took long the feed rests nine times as long, and only what it sends then finds that viewers have left. */
    private static void nobodyLooks(LiveFeed feed) {
        await().atMost(Duration.ofMinutes(4))
                .until(() -> feed.viewers() == 0 && samplers().isEmpty());
    }

    private static List<Thread> samplers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("baton-dashboard"))
                .toList();
    }

    @Test
    void one_thread_samples_while_somebody_looks() throws Exception {
        LiveFeed feed = Reading.HOST.getBean(LiveFeed.class);
        nobodyLooks(feed);
        HttpRequest request = live(Reading.HOST);
        List<HttpResponse<InputStream>> open = new ArrayList<>();
        try {
            for (int viewer = 0; viewer < LiveFeed.MOST_VIEWERS; viewer++) {
                open.add(CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream()));
            }
            assertThat(open).allSatisfy(each -> assertThat(each.statusCode()).isEqualTo(200));
            assertThat(feed.viewers()).isEqualTo(LiveFeed.MOST_VIEWERS);
            assertThat(get(Reading.HOST, "/api/live").status()).isEqualTo(503);
            for (HttpResponse<InputStream> each : open) {
                assertThat(sample(each.body()).get("workers").longValue()).isEqualTo(1);
            }
            // those of applications that were closed before may still be ending
            await().untilAsserted(() -> assertThat(samplers()).hasSize(1));
        } finally {
            for (HttpResponse<InputStream> each : open) {
                each.body().close();
            }
        }
        nobodyLooks(feed);
        assertThat(nextSample(Reading.HOST).get("workers").longValue()).isEqualTo(1);
    }

    @Test
    void of_many_viewers_at_once_none_is_served_without_room() throws Exception {
        LiveFeed feed = Reading.HOST.getBean(LiveFeed.class);
        nobodyLooks(feed);
        HttpRequest request = live(Reading.HOST);
        int more = 20;
        List<CompletableFuture<HttpResponse<InputStream>>> asked = Stream.generate(
                        () -> CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream()))
                .limit(LiveFeed.MOST_VIEWERS + more)
                .toList();
        List<InputStream> bodies = new ArrayList<>();
        int refused = 0;
        try {
            for (CompletableFuture<HttpResponse<InputStream>> each : asked) {
                HttpResponse<InputStream> answer = each.get();
                bodies.add(answer.body());
                if (answer.statusCode() == 503) {
                    refused++;
                    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
                    assertThat(answer.body()).asString(StandardCharsets.UTF_8).contains("50 viewers at most");
                } else {
                    assertThat(sample(answer.body()).get("workers").longValue()).isEqualTo(1);
                }
            }
        } finally {
            for (InputStream body : bodies) {
                body.close();
            }
        }
        assertThat(refused).isEqualTo(more);
        nobodyLooks(feed);
    }

    @Test
    void a_viewer_that_does_not_read_holds_nobody_up_and_is_dropped() throws Exception {
        StringBuilder written = new StringBuilder();
        AtomicBoolean ended = new AtomicBoolean();
        LiveViewer viewer = viewer(new FakeStream(written, false), ended);
        for (int seconds = 0; seconds < 11; seconds++) {
            viewer.send(event(seconds));
            assertThat(ended).as("%d s", seconds).isFalse();
        }
        viewer.send(event(11));
        assertThat(ended).isTrue();
        assertThat(written).isEmpty();
    }

    @Test
    void a_viewer_is_asked_to_connect_again_before_its_answer_ends() throws Exception {
        StringBuilder written = new StringBuilder();
        AtomicBoolean ended = new AtomicBoolean();
        LiveViewer viewer = viewer(new FakeStream(written, true), ended);
        for (int event = 1; event < LiveViewer.MOST_EVENTS; event++) {
            viewer.send(event(event));
        }
        assertThat(written).endsWith("599,");
        viewer.send(event(LiveViewer.MOST_EVENTS));
        assertThat(written).endsWith("599,event: again\ndata: {}\n\n");
        assertThat(ended).isFalse();
        viewer.send(event(LiveViewer.MOST_EVENTS + 1));
        assertThat(ended).isTrue();
        assertThat(written).endsWith("\n\n");
    }

    private static byte[] event(int number) {
        return (number + ",").getBytes(StandardCharsets.UTF_8);
    }

    private static LiveViewer viewer(ServletOutputStream out, AtomicBoolean ended) throws IOException {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setAsyncSupported(true);
        HttpServletResponse response = new HttpServletResponseWrapper(new MockHttpServletResponse()) {
            @Override
            public ServletOutputStream getOutputStream() {
                return out;
            }
        };
        LiveViewer viewer = LiveViewer.of(request, response, each -> ended.set(true));
        viewer.begin();
        return viewer;
    }

    @Test
    void open_pages_do_not_hold_up_the_end_of_the_application() throws Exception {
        ConfigurableApplicationContext host = serve(TestDatabase.H2, "spring.lifecycle.timeout-per-shutdown-phase=2m");
        HttpResponse<InputStream> open = CLIENT.send(live(host), HttpResponse.BodyHandlers.ofInputStream());
        sample(open.body());
        long start = System.nanoTime();
        host.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
    }

    /** Takes everything at once, or is never ready. */
    private static final class FakeStream extends ServletOutputStream {

        private final StringBuilder written;
        private final boolean ready;

        FakeStream(StringBuilder written, boolean ready) {
            this.written = written;
            this.ready = ready;
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            try {
                listener.onWritePossible();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void write(int b) {
            written.append((char) b);
        }
    }
}
