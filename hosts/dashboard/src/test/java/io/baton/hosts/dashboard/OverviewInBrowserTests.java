package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.browser.Browser;
import io.baton.testing.browser.Browser.Seen;
import io.baton.testing.browser.RequiresBrowser;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.springframework.jdbc.core.JdbcTemplate;

/** The overview in a browser, over an hour of which ten minutes were not measured. */
@RequiresBrowser
@Timeout(600)
class OverviewInBrowserTests {

    private static final int MOST_KILOBYTES = 200;

    /** How many pixels of the first chart have the colour of its line. */
    private static final String DRAWN = "const canvas = document.querySelector('.plot canvas');"
            + "const all = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
            + "let count = 0;"
            + "for (let at = 0; at < all.length; at += 4)"
            + "  if (all[at] === 0x0b && all[at + 1] === 0x6e && all[at + 2] === 0x4f && all[at + 3] === 255) count++;"
            + "return count";

    private static final String SHIFTED = "const done = arguments[0]; let sum = 0;"
            + "new PerformanceObserver(list => list.getEntries().forEach(each => { sum += each.value; }))"
            + ".observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(sum), 500);";

    private static final String FIRST_PAINT =
            "return performance.getEntriesByName('first-contentful-paint')[0].startTime";

    private static final String BYTES =
            "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
                    + ".filter(each => !each.name.includes('/api')).reduce((sum, each) => sum + each.encodedBodySize, 0)";

    private static Shop shop;
    private static Browser browser;

    @BeforeAll
    static void open() {
        shop = Shop.onH2("baton.dashboard.writes=true");
        shop.jobs().enqueue(new ShopJobs.YearlyReport(2025));
        measure();
        browser = Browser.start();
        browser.header("Authorization", Shop.basic("olga"));
    }

    /** Inserts the rows of a node that was down from the 29th to the 20th minute before now. */
    private static void measure() {
        JdbcTemplate sql = shop.context().getBean(JdbcTemplate.class);
        Instant now = Instant.now();
        for (int minute = 0; minute <= 62; minute++) {
            if (minute < 20 || minute > 29) {
                sql.update(
                        "INSERT INTO baton_activity (noted_at, started, completed, cancelled, failed, died, waited, longest_wait)"
                                + " VALUES (?, 100, 97, 0, 2, 1, 1000000, 20000)",
                        Timestamp.from(now.minus(Duration.ofMinutes(minute))));
            }
        }
    }

    @AfterAll
    static void close() {
        browser.close();
        shop.close();
    }

    @BeforeEach
    void see() {
        browser.resize(1280, 900);
        browser.dark(false);
        look("");
    }

    @AfterEach
    void nothing_was_complained_about_and_nothing_came_from_outside() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.startsWith(shop.origin() + "/"));
    }

    /** Loads the overview anew and waits for what it draws. */
    private static void look(String terms) {
        browser.open("about:blank");
        browser.open(shop.dashboard() + "#/overview" + terms);
        browser.count(".plot canvas", 4);
        browser.look(now -> assertThat(now.one("#live").getText()).isEqualTo("Live"));
    }

    private static String plot(String title) {
        return ".plot[aria-label^='" + title + "']";
    }

    private static String said(Seen now, String title) {
        return String.valueOf(now.one(plot(title)).getDomAttribute("aria-valuetext"));
    }

    private static String chart(Seen now, String title) {
        return now.one(".chart[aria-label='" + title + "']").getText();
    }

    @Test
    void charts_have_units_a_legend_and_values() {
        browser.look(now -> {
            now.one(plot("Throughput")).sendKeys(Keys.HOME);
            assertThat(chart(now, "Throughput"))
                    .contains("jobs per minute", "completed 97", "cancelled 0", "not measured");
            assertThat(chart(now, "Failures")).contains("attempts per minute", "died 1", "tried again 2");
            assertThat(chart(now, "Wait")).contains("from due to start", "mean", "longest");
            assertThat(chart(now, "Depth")).contains("ready jobs");
            assertThat((Long) now.value(DRAWN)).as("pixels of the line").isGreaterThan(100);
        });
    }

    @Test
    void keys_walk_through_the_values_and_past_the_gap() {
        // from the start again if the minute ends meanwhile
        browser.look(now -> {
            WebElement plot = now.one(plot("Throughput"));
            plot.sendKeys(Keys.HOME);
            assertThat(plot.getDomAttribute("aria-valuenow")).isEqualTo("0");
            assertThat(said(now, "Throughput")).matches("\\d\\d:\\d\\d: completed 97, cancelled 0");
            assertThat(said(now, "Failures")).as("the same minute").contains("died 1, tried again 2");
            List<String> said = new ArrayList<>();
            for (int minute = 0; minute < 45; minute++) {
                plot.sendKeys(Keys.ARROW_RIGHT);
                said.add(said(now, "Throughput"));
            }
            assertThat(said).doesNotHaveDuplicates();
            assertThat(said.stream().filter(each -> each.endsWith("nothing was measured")))
                    .hasSize(10);
            plot.sendKeys(Keys.END, Keys.PAGE_DOWN);
            assertThat(plot.getDomAttribute("aria-valuenow")).isEqualTo("48");
        });
    }

    @Test
    void all_charts_point_at_the_minute_under_the_mouse() {
        String latest = browser.read(now -> said(now, "Throughput"));
        browser.hover(plot("Failures"));
        String pointed = browser.read(now -> {
            String said = said(now, "Throughput");
            assertThat(said)
                    .isNotEqualTo(latest)
                    .startsWith(said(now, "Failures").substring(0, 5));
            return said;
        });
        browser.hover("h1");
        browser.look(now -> assertThat(said(now, "Throughput")).isNotEqualTo(pointed));
    }

    @Test
    void what_is_chosen_stays_in_the_address() {
        browser.click(".segments button[value='24h']");
        browser.look(now -> assertThat(now.one(plot("Depth")).getDomAttribute("aria-valuemax"))
                .isEqualTo("94"));
        browser.look(now -> assertThat(now.address()).endsWith("#/overview?span=24h"));
        look("?span=15m&queue=mails");
        browser.look(now -> {
            assertThat(now.one(plot("Depth")).getDomAttribute("aria-valuemax")).isEqualTo("13");
            assertThat(now.one(".segments [aria-pressed=true]").getText()).isEqualTo("15 min");
            assertThat(now.one("select[aria-label='Activity of queue']").getDomProperty("value"))
                    .isEqualTo("mails");
            assertThat(now.address()).endsWith("span=15m&queue=mails");
        });
    }

    @Test
    void the_values_are_a_table_too() {
        browser.click("main summary");
        browser.look(now -> {
            assertThat(now.all("main details tbody tr")).hasSizeGreaterThanOrEqualTo(40);
            assertThat(now.one("main details table").getText()).contains("Tried again", "Mean wait");
        });
    }

    @Test
    void a_queue_leads_to_its_jobs_and_to_why_they_do_not_run() {
        browser.look(now -> {
            assertThat(now.one("main tbody th a").getDomAttribute("href")).startsWith("#/jobs?queue=");
            assertThat(now.one("main tbody td a").getDomAttribute("href")).startsWith("#/why?queue=");
        });
    }

    @Test
    void everybody_can_read_it() {
        browser.readable();
        browser.dark(true);
        browser.readable();
        browser.resize(320, 800);
        browser.look(now -> {
            assertThat(now.value("return innerWidth")).isEqualTo(320L);
            assertThat((Long) now.value("return document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(320);
        });
    }

    @Test
    void it_is_small_and_nothing_moves_while_it_is_live() {
        String first = browser.read(now -> now.one(".totals").getText());
        shop.jobs().enqueue(new ShopJobs.YearlyReport(2024));
        browser.look(now -> assertThat(now.one(".totals").getText()).isNotEqualTo(first));
        assertThat(((Number) browser.result(SHIFTED)).doubleValue()).isLessThan(0.1);
        long bytes = browser.read(now -> ((Number) now.value(BYTES)).longValue());
        System.out.println("figure console.page_kb " + (bytes + 1023) / 1024);
        System.out.println("figure console.first_paint_ms "
                + browser.read(now -> Math.round(((Number) now.value(FIRST_PAINT)).doubleValue())));
        assertThat(bytes).isBetween(1024L, MOST_KILOBYTES * 1024L);
    }
}
