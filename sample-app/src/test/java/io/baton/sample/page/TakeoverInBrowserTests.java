package io.baton.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.baton.sample.SampleApplication;
import io.baton.testing.browser.Browser;
import io.baton.testing.browser.Browser.Seen;
import io.baton.testing.browser.RequiresBrowser;
import io.baton.testing.server.ApplicationProcess;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.RestClient;

/** The page that guides through a takeover, with two instances of which one is killed; makes the moving picture of the documentation. */
@RequiresBrowser
class TakeoverInBrowserTests {

    private static final Path PICTURE =
            Path.of(System.getProperty("baton.pictures", "target/pictures"), "takeover.gif");
    private static final int LARGEST = 1_000_000;
    private static final Pattern RECLAIMED = Pattern.compile("port 8080 reclaims \\w+ and goes on at day [1-9]");

    private final MovingPicture picture = new MovingPicture();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void the_reports_of_a_killed_instance_go_on_where_they_stopped() throws IOException {
        int mail = Commands.freePort();
        try (ApplicationProcess first = start("port 8080", mail);
                ApplicationProcess second = start("port 8081", mail);
                Browser browser = Browser.start()) {
            browser.resize(1000, 1030);
            browser.open(first.url() + "/takeover.html");
            film(browser, now -> assertThat(now.text()).contains("port 8081 is there"));
            browser.readable();

            browser.click("#start");
            film(browser, now -> assertThat(count(first, "$.reports[*].days[?(@.addedBy == 'port 8081')]"))
                    .isGreaterThan(10));
            second.kill();
            // a page that is read seldom on a busy machine may not see its silence
            film(browser, now -> assertThat(now.text())
                    .containsPattern("port 8081 is (silent. It holds|declared dead)"));
            film(browser, now -> assertThat(now.text()).contains("port 8081 is declared dead"));
            film(browser, now -> assertThat(now.text()).containsPattern(RECLAIMED));
            film(browser, now -> assertThat(count(first, "$.reports[?(@.state == 'COMPLETED')]"))
                    .isEqualTo(6));

            // the page shows it a second later
            film(browser, now -> assertThat(now.all("#reports .COMPLETED")).hasSize(6));
            picture.write(PICTURE, 50);
            assertThat(count(first, "$.reports[*].days[?(@.runs == 1)]")).isEqualTo(6 * 30);
            browser.count("#guide .done", 4);
            for (boolean dark : new boolean[] {true, false}) {
                browser.dark(dark);
                browser.readable();
            }
            assertThat(browser.complaints()).isEmpty();
        }
        assertThat(Files.size(PICTURE)).isLessThan(LARGEST);
    }

    /** Takes a picture every second until this holds. */
    private void film(Browser browser, Consumer<Seen> end) {
        browser.look(Duration.ofSeconds(1), now -> {
            picture.add(now.picture());
            end.accept(now);
        });
    }

    private ApplicationProcess start(String name, int mail) {
        return ApplicationProcess.start(
                Reaper.ofThisJvm(),
                directory,
                System.getProperty("java.class.path"),
                SampleApplication.class.getName(),
                List.of(
                        "--sample.directory=" + directory,
                        "--sample.name=" + name,
                        "--spring.mail.port=" + mail,
                        "--sample.push.users=0"));
    }

    private static int count(ApplicationProcess instance, String what) {
        String state = String.valueOf(RestClient.create(instance.url())
                .get()
                .uri("/api/reports")
                .retrieve()
                .body(String.class));
        return JsonPath.<List<?>>read(state, what).size();
    }
}
