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
import org.openqa.selenium.Keys;

/** The dashboard in a browser, on PostgreSQL with 100,000 jobs. */
@RequiresBrowser
@Timeout(900)
class DashboardInBrowserTests {

    private static final List<String> PAGES =
            List.of("overview", "jobs", "workers", "limits", "batches", "flows", "recurring");

    private static PostgresServer server;
    private static Shop shop;
    private static DashboardPage page;
    private static Browser browser;

    @BeforeAll
    static void open() {
        Reaper reaper = Reaper.ofThisJvm();
        server = PostgresServer.start(Workplace.make(reaper.directory().resolve("shop")), Map.of(), reaper);
        shop = Shop.on(server, "baton.dashboard.writes=true", "baton.dashboard.show-values=true");
        shop.fill();
        page = DashboardPage.of(shop);
        browser = page.browser();
        browser.zone("Asia/Tokyo");
    }

    @AfterAll
    static void close() {
        browser.close();
        shop.close();
        server.close();
    }

    @BeforeEach
    void see() {
        page.open();
    }

    @AfterEach
    void nothing_was_complained_about_and_nothing_came_from_outside() {
        page.requireNoComplaintsAndNothingFromOutside();
    }

    @Test
    void every_page_is_readable_for_everybody() {
        JobId dead = shop.die(1).get(0);
        for (String each : PAGES) {
            page.go(each);
            page.shown(each.substring(0, 1).toUpperCase(Locale.ROOT) + each.substring(1));
            page.readable();
        }
        page.go("jobs/" + dead);
        page.shown("Job " + dead);
        browser.readable();
        page.go("flows");
        page.shown("Flows");
        browser.click("main table a");
        page.shown("Flow");
        browser.count("svg.graph g", 5);
        browser.readable();
    }

    @Test
    void the_overview_is_live_and_shows_the_activity() {
        browser.look(now -> assertThat(now.one("#live").getText()).isEqualTo("Live"));
        browser.see("60,000", "newsletters", "Activity", "jobs per minute", "Asia/Tokyo");
    }

    @Test
    void it_fits_a_phone() {
        PAGES.forEach(each -> page.goAndFit(each, 390));
    }

    @Test
    void on_a_phone_every_button_of_a_row_is_on_the_screen() {
        for (String each : List.of("overview", "limits", "recurring")) {
            page.goAndFit(each, 390);
            browser.look(now -> assertThat(now.all("main table button"))
                    .as(each)
                    .isNotEmpty()
                    .allSatisfy(button -> assertThat(
                                    button.getRect().getX() + button.getRect().getWidth())
                            .isLessThanOrEqualTo(390)));
        }
    }

    @Test
    void a_dialog_closes_when_its_page_is_left() {
        JobId dead = shop.die(1).get(0);
        page.go("jobs/" + dead);
        page.shown("Job " + dead);
        browser.click(DashboardPage.button("Revive " + dead));
        browser.count("dialog", 1);
        browser.run("history.back()");
        page.shown("Overview");
        browser.count("dialog", 0);
        assertThat(shop.state(dead)).isEqualTo(JobState.DEAD);
    }

    @Test
    void a_stuck_batch_leads_to_its_dead_jobs_to_revive_or_cancel() {
        var batch = shop.context().getBean(Batches.class).open("charges");
        batch.addJobs(List.of(new ShopJobs.Charge("one"), new ShopJobs.Charge("two")));
        batch.seal();
        await().until(() -> batch.status().state() == BatchState.STUCK);
        page.go("batches/" + batch.id());
        page.shown("Batch " + batch.id());
        browser.click(".facts a");
        page.shown("Jobs");
        browser.count("main tbody tr", 2);
        browser.readable();

        page.go("batches/" + batch.id());
        page.shown("Batch " + batch.id());
        assertThat(page.doIt("Revive all dead " + batch.id(), null)).contains("new set of attempts");
        page.said("2 jobs");
        await().until(() -> batch.status().state() == BatchState.STUCK
                && shop.jobs().drained(JobFilter.all().batch(batch.id())));
        page.go("overview");
        page.go("batches/" + batch.id());
        page.shown("Batch " + batch.id());
        assertThat(page.doIt("Cancel all dead " + batch.id(), null)).contains("cannot be undone");
        await().until(() -> batch.status().state() == BatchState.COMPLETE);
    }

    @Test
    void it_is_walked_by_keyboard() {
        for (String each : List.of("Skip to content", "Overview", "Jobs")) {
            browser.press(Keys.TAB);
            page.focused(each);
        }
        browser.press(Keys.ENTER);
        page.shown("Jobs");
        browser.look(now -> assertThat(now.focused().getTagName()).isEqualTo("h1"));
    }

    @Test
    void a_queue_is_paused_and_that_is_undone() {
        page.doIt("Pause images", "");
        JobId image = shop.jobs().enqueue(new ShopJobs.ResizeImage("paused")).id();
        browser.see("Paused");
        page.undo();
        await().until(() -> shop.state(image) == JobState.COMPLETED);
    }

    @Test
    void limits_are_resized_and_that_is_undone() {
        Semaphores semaphores = shop.context().getBean(Semaphores.class);
        RateLimits rates = shop.context().getBean(RateLimits.class);
        var rate = rates.inspect("labels").orElseThrow().rate();
        page.go("limits");
        page.shown("Limits");
        assertThat(page.doIt("Resize printer", "3")).contains("Another number of jobs");
        assertThat(semaphores.inspect("printer").orElseThrow().capacity()).isEqualTo(3);
        page.undo();
        assertThat(semaphores.inspect("printer").orElseThrow().capacity()).isEqualTo(2);
        page.doIt("Change labels", "7/1m burst 9");
        assertThat(rates.inspect("labels").orElseThrow().rate().burst()).isEqualTo(9);
        page.undo();
        assertThat(rates.inspect("labels").orElseThrow().rate()).isEqualTo(rate);
    }

    @Test
    void a_recurring_job_is_paused_and_triggered() {
        page.go("recurring");
        page.shown("Recurring");
        browser.see("0 0 3 * * *, Europe/Berlin");
        page.doIt("Trigger nightly-settlement", null);
        page.said("done");
        page.doIt("Pause nightly-settlement", null);
        page.undo();
    }
}
