package io.baton.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.sample.approvals.Approvals;
import io.baton.sample.approvals.Choice;
import io.baton.testing.browser.Browser;
import io.baton.testing.browser.RequiresBrowser;
import io.baton.testing.server.Commands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The pages in a browser. */
@RequiresBrowser
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:browser;DB_CLOSE_DELAY=-1",
            "sample.push.users=2500",
            "sample.pace=0s"
        })
@DirtiesContext
class PagesInBrowserTests {

    /** Where the pictures of the documentation are made: {@code -Dbaton.pictures=../docs/images}. */
    private static final Path PICTURES = Path.of(System.getProperty("baton.pictures", "target/pictures"));

    private static final int MAIL_PORT = Commands.freePort();

    private static final Pattern MAILED =
            Pattern.compile("Sample A Sun over the harbour 1,000 (?:[1-9]\\d\\d|1,000)\\b");

    /** Drops a file on the page, as a user would. */
    private static final String DROP = "const files = new DataTransfer();"
            + "files.items.add(new File([arguments[1]], arguments[0], {type: 'text/csv'}));"
            + "document.getElementById('drop').dispatchEvent("
            + "new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}));";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @LocalServerPort
    private int port;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private Approvals approvals;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private JdbcClient jdbc;

    @DynamicPropertySource
    static void directory(DynamicPropertyRegistry registry) {
        registry.add("sample.directory", () -> directory);
        registry.add("spring.mail.port", () -> MAIL_PORT);
    }

    @BeforeAll
    static void start() {
        browser = Browser.start();
    }

    @AfterAll
    static void close() {
        browser.close();
    }

    @AfterEach
    void nothing_went_wrong_and_nothing_came_from_outside() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).allMatch(url -> url.startsWith("http://localhost:" + port + "/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/push.html", "/orders.html", "/takeover.html"})
    void a_page_is_readable_for_everybody_light_and_dark_large_and_small(String page) {
        open(page);
        for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark);
            browser.readable();
        }
        browser.dark(false);
        browser.resize(400, 800);
        browser.look(now -> {
            assertThat((Long) now.value("return innerWidth")).isLessThanOrEqualTo(500);
            assertThat((Long) now.value("return document.documentElement.scrollWidth - innerWidth"))
                    .as("what is wider than the screen")
                    .isNotPositive();
        });
        browser.resize(1280, 900);
    }

    @Test
    void a_dropped_file_is_processed_and_the_errors_of_another_are_listed() {
        open("/");
        browser.run(DROP, "bondi.csv", "ada,1\nada,2\n");
        browser.see("bondi.csv", "port " + port + ", for");
        browser.look(now -> assertThat(now.one("#totals").getText()).contains("ada", "3.00"));

        browser.click("#demo");
        browser.look(now ->
                assertThat(Integer.parseInt(now.one("#processed b").getText())).isGreaterThan(20));
        browser.run(DROP, "manly.csv", "ada,1\nada\ngrace,x\n");
        browser.look(now -> assertThat(now.one("#upload-message").getText()).contains("1 uploaded"));
        browser.see("line 2: 1 columns", "line 3: the amount", "failed for good");
        picture("sample-files");
    }

    @Test
    void a_dead_job_is_revived_by_its_button() {
        open("/");
        browser.run(DROP, "again.csv", "many\n");
        browser.see("again.csv", "line 1: 1 columns");
        browser.look(now -> {
            now.one("button[aria-label^='revive job']").click();
            assertThat(now.one("#jobs-message").getText()).contains("revive requested");
        });
    }

    @Test
    void a_push_begins_and_shows_its_steps() {
        open("/push.html");
        browser.see("Of 2,500 users");
        browser.click("#push button");
        browser.look(now -> assertThat(now.text())
                .contains("Push 1: within 50 km of Sydney", "draw-sample: complete", "Sample A")
                .containsPattern("send-sample: (running|complete)"));
        browser.look(now -> {
            assertThat(now.one("#permits").getText()).contains("smtp:", "of 16 taken");
            assertThat(now.one("#workers").getText()).contains("port ");
        });
        browser.look(now -> assertThat(now.text()).containsPattern(MAILED));
        picture("sample-push");
    }

    @Test
    void an_order_waits_until_its_button_is_clicked() {
        open("/orders.html");
        browser.click("#place");
        browser.see("reserve: done", "charge: done", "mail: done", "decision: waits until");
        browser.click("button[aria-label^='Approve order']");
        browser.see("is approved", "ship: done", "approved by port " + port);
    }

    @Test
    void a_link_of_a_mail_decides_by_its_button() {
        open("/orders.html");
        browser.click("#place");
        browser.see("decision: waits until");
        long order = jdbc.sql("select max(job_id) from article_order")
                .query(Long.class)
                .single();
        String token = approvals.link(new JobId(order), "decision", "ann@example.com", Choice.REFUSE);

        browser.open("http://localhost:" + port + "/approvals/" + token);
        browser.see("Please confirm", "order " + order);
        for (boolean dark : new boolean[] {true, false}) {
            browser.dark(dark);
            browser.readable();
        }
        browser.click("button");
        browser.see("This request was refused");
        open("/orders.html");
        browser.see("refunded, refused by ann@example.com");
    }

    private static void picture(String name) {
        browser.resize(1280, 1500);
        browser.picture(PICTURES.resolve(name + ".png"));
        browser.resize(1280, 900);
    }

    private void open(String page) {
        browser.open("http://localhost:" + port + page);
        browser.keepMessages(Duration.ofMinutes(10));
        browser.see("Served by port " + port);
    }
}
