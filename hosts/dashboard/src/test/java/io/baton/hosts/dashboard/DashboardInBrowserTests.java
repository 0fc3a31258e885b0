package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.BatchState;
import io.baton.Batches;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.RateLimits;
import io.baton.Semaphores;
import io.baton.testing.browser.Browser;
import io.baton.testing.browser.RequiresBrowser;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The dashboard in a browser, on PostgreSQL with 100,000 jobs. */
@RequiresBrowser
@Timeout(900)
class DashboardInBrowserTests {

    private static final List<String> PAGES =
            List.of("overview", "jobs", "workers", "limits", "batches", "flows", "recurring");

    private static PostgresServer server;
    private static Shop shop;
    private static Browser browser;

    @BeforeAll
    static void open() {
        Reaper reaper = Reaper.ofThisJvm();
        server = PostgresServer.start(Workplace.make(reaper.directory().resolve("shop")), Map.of(), reaper);
        shop = Shop.on(server, "baton.dashboard.writes=true", "baton.dashboard.show-values=true");
        shop.fill();
        browser = Browser.start();
        browser.zone("Asia/Tokyo");
        browser.header("Authorization", Shop.basic("olga"));
    }

    @AfterAll
    static void close() {
        browser.close();
        shop.close();
        server.close();
    }

    @BeforeEach
    void see() {
        browser.resize(1280, 900);
        browser.dark(false);
        browser.open(shop.dashboard());
        // messages that are shown for some seconds only must not disappear before a slow machine has read them
        browser.run(
                "const later = window.setTimeout;"
                        + "window.setTimeout = (work, millis, ...more) => later(work, millis >= 6000 ? 600000 : millis, ...more);");
    }

    @AfterEach
    void nothing_was_complained_about_and_nothing_came_from_outside() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.startsWith(shop.origin() + "/"));
    }

    private static void go(String page) {
        browser.run("document.title = ''; location.hash = arguments[0]", "#/" + page);
        await().until(() ->
                !String.valueOf(browser.run("return document.title")).isEmpty());
        assertThat(browser.text()).doesNotContain("That did not work");
    }

    /** Waits for a heading with this text. */
    private static void shown(String heading) {
        await().ignoreExceptions().until(() -> browser.one("main h1").getText().contains(heading));
    }

    private static WebElement button(String label) {
        return browser.one("button[aria-label=\"" + label.replace("\"", "\\\"") + "\"]");
    }

    /** Clicks a button of the page, and the one that its dialog offers. */
    private static String doIt(String label, String value) {
        // the page may be rendered again between finding a button and clicking it
        await().ignoreExceptions().until(() -> {
            button(label).click();
            return true;
        });
        WebElement dialog = browser.one("dialog");
        String says = dialog.getText();
        if (value != null) {
            dialog.findElement(By.tagName("input")).sendKeys(value);
        }
        dialog.findElement(By.cssSelector("button.do")).click();
        await().until(() -> browser.all("dialog").isEmpty());
        return says;
    }

    private static void undo() {
        await().ignoreExceptions().until(() -> {
            browser.one("#said button").click();
            return true;
        });
        await().until(() -> browser.one("#said").getText().contains("Undone"));
    }

    @Test
    void every_page_is_readable_for_everybody() {
        JobId dead = shop.die(1).get(0);
        for (String page : PAGES) {
            go(page);
            shown(page.substring(0, 1).toUpperCase(Locale.ROOT) + page.substring(1));
            assertThat(browser.accessibilityFindings()).as(page).isEmpty();
            browser.dark(true);
            assertThat(browser.accessibilityFindings())
                    .as(page + " in the dark")
                    .isEmpty();
            browser.dark(false);
        }
        go("jobs/" + dead);
        shown("Job " + dead);
        assertThat(browser.accessibilityFindings()).isEmpty();
        go("flows");
        browser.one("main table a").click();
        shown("Flow");
        assertThat(browser.accessibilityFindings()).isEmpty();
        assertThat(browser.all("svg.graph g")).hasSize(5);
    }

    @Test
    void the_overview_is_live_and_shows_the_activity() {
        await().until(() -> browser.one("#live").getText().equals("Live"));
        await().until(() -> browser.text().contains("60,000"));
        assertThat(browser.text()).contains("newsletters", "Activity", "jobs per minute", "Asia/Tokyo");
    }

    @Test
    void it_fits_a_phone() {
        browser.resize(390, 844);
        for (String page : PAGES) {
            go(page);
            assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
                    .as("how far %s is wider than the phone", page)
                    .isInstanceOfSatisfying(Long.class, more -> assertThat(more).isNotPositive());
        }
    }

    @Test
    void on_a_phone_every_button_of_a_row_is_on_the_screen() {
        browser.resize(390, 844);
        for (String page : List.of("overview", "limits", "recurring")) {
            go(page);
            await().ignoreExceptions().untilAsserted(() -> {
                List<WebElement> buttons = browser.all("main table button");
                assertThat(buttons).as(page).isNotEmpty();
                assertThat(buttons).as(page).allSatisfy(each -> assertThat(
                                each.getRect().getX() + each.getRect().getWidth())
                        .isLessThanOrEqualTo(390));
            });
        }
    }

    @Test
    void a_dialog_closes_when_its_page_is_left() {
        JobId dead = shop.die(1).get(0);
        go("jobs/" + dead);
        shown("Job " + dead);
        button("Revive " + dead).click();
        assertThat(browser.all("dialog")).hasSize(1);
        browser.run("history.back()");
        shown("Overview");
        await().until(() -> browser.all("dialog").isEmpty());
        assertThat(shop.state(dead)).isEqualTo(JobState.DEAD);
    }

    @Test
    void a_stuck_batch_leads_to_its_dead_jobs_to_revive_or_cancel() {
        var batch = shop.context().getBean(Batches.class).open("charges");
        batch.addJobs(List.of(new ShopJobs.Charge("one"), new ShopJobs.Charge("two")));
        batch.seal();
        await().until(() -> batch.status().state() == BatchState.STUCK);
        go("batches/" + batch.id());
        shown("Batch " + batch.id());
        browser.one(".facts a").click();
        shown("Jobs");
        await().ignoreExceptions().until(() -> browser.all("main tbody tr").size() == 2);
        assertThat(browser.accessibilityFindings()).isEmpty();

        go("batches/" + batch.id());
        shown("Batch " + batch.id());
        assertThat(doIt("Revive all dead " + batch.id(), null)).contains("new set of attempts");
        await().until(() -> browser.one("#said").getText().contains("2 jobs"));
        await().until(() -> batch.status().state() == BatchState.STUCK
                && shop.jobs().drained(JobFilter.all().batch(batch.id())));
        go("overview");
        go("batches/" + batch.id());
        shown("Batch " + batch.id());
        assertThat(doIt("Cancel all dead " + batch.id(), null)).contains("cannot be undone");
        await().until(() -> batch.status().state() == BatchState.COMPLETE);
    }

    @Test
    void it_is_walked_by_keyboard() {
        browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
        assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo("Skip to content");
        for (String page : List.of("Overview", "Jobs")) {
            browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
            assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo(page);
        }
        browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
        shown("Jobs");
        await().ignoreExceptions()
                .until(() ->
                        browser.driver().switchTo().activeElement().getText().equals("Jobs"));
    }

    @Test
    void a_queue_is_paused_and_that_is_undone() {
        doIt("Pause images", "");
        JobId image = shop.jobs().enqueue(new ShopJobs.ResizeImage("paused")).id();
        await().until(() -> browser.text().contains("Paused"));
        undo();
        await().until(() -> shop.state(image) == JobState.COMPLETED);
    }

    @Test
    void limits_are_resized_and_that_is_undone() {
        Semaphores semaphores = shop.context().getBean(Semaphores.class);
        RateLimits rates = shop.context().getBean(RateLimits.class);
        var rate = rates.inspect("labels").orElseThrow().rate();
        go("limits");
        shown("Limits");
        assertThat(doIt("Resize printer", "3")).contains("Another number of jobs");
        assertThat(semaphores.inspect("printer").orElseThrow().capacity()).isEqualTo(3);
        undo();
        assertThat(semaphores.inspect("printer").orElseThrow().capacity()).isEqualTo(2);
        doIt("Change labels", "7/1m burst 9");
        assertThat(rates.inspect("labels").orElseThrow().rate().burst()).isEqualTo(9);
        undo();
        assertThat(rates.inspect("labels").orElseThrow().rate()).isEqualTo(rate);
    }

    @Test
    void a_recurring_job_is_paused_and_triggered() {
        go("recurring");
        shown("Recurring");
        assertThat(browser.text()).contains("0 0 3 * * *, Europe/Berlin");
        doIt("Trigger nightly-settlement", null);
        await().until(() -> browser.one("#said").getText().contains("done"));
        doIt("Pause nightly-settlement", null);
        undo();
    }
}
