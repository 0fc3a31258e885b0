package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.testing.browser.Browser;
import io.baton.testing.browser.RequiresBrowser;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** The search of jobs, what is done with those it finds, and one job. */
@RequiresBrowser
@Timeout(600)
class JobsInBrowserTests {

    private static final String LABEL = "input[placeholder='customer=17']";

    private static Shop shop;
    private static DashboardPage page;
    private static Browser browser;

    @BeforeAll
    static void open() {
        shop = Shop.onH2("baton.dashboard.writes=true", "baton.dashboard.show-values=true");
        shop.jobs()
                .enqueueAll(
                        IntStream.range(0, 120).mapToObj(ShopJobs.Newsletter::new),
                        options -> options.delay(Duration.ofDays(1)));
        page = DashboardPage.of(shop);
        browser = page.browser();
    }

    @AfterAll
    static void close() {
        browser.close();
        shop.close();
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
    void jobs_are_found_by_state_type_and_id() {
        JobId dead = shop.die(1).get(0);
        page.goAndRead("jobs?type=newsletter&state=SCHEDULED&since=1h");
        browser.look(now -> assertThat(now.all("main tbody .badge")).hasSize(50).allMatch(badge -> badge.getText()
                .equals("Scheduled")));
        browser.click("main p.after a");
        browser.look(now -> assertThat(now.address()).contains("after="));
        page.go("jobs");
        browser.type("input[pattern]", dead.toString(), Keys.ENTER);
        page.shown("Job " + dead);
        browser.run("location.hash = '#/jobs/999999999'");
        browser.see("There is none of this id among jobs");
        browser.complaintsAreExpected("404");
    }

    @Test
    void the_form_puts_its_filters_into_the_address() {
        page.go("jobs");
        browser.type("input[placeholder='timed out']", "refused", Keys.ENTER);
        browser.look(now -> assertThat(now.address()).endsWith("#/jobs?error=refused"));
        browser.look(now -> assertThat(now.one("input[placeholder='timed out']").getDomProperty("value"))
                .isEqualTo("refused"));
    }

    @Test
    void an_invalid_search_is_reported_at_its_field_and_can_be_corrected() {
        page.go("jobs");
        browser.type(LABEL, "17", Keys.ENTER);
        browser.look(
                now -> assertThat(now.one("input[aria-invalid] + [role=alert]").getText())
                        .contains("a name and a value"));
        browser.complaintsAreExpected("400");
        browser.look(now -> assertThat(now.one(LABEL).getDomProperty("value")).isEqualTo("17"));
        browser.type(LABEL, Keys.chord(Keys.CONTROL, "a"), "number=17", Keys.ENTER);
        browser.count("[aria-invalid]", 0);
        browser.see("No job matches this search.");
    }

    @Test
    void a_search_is_saved_and_removed() {
        page.go("jobs?state=DEAD");
        browser.run(
                "[...document.querySelectorAll('main button')].find(each => each.textContent === 'Save this search').click()");
        browser.type("dialog input", "the dead", Keys.ENTER);
        page.said("Saved: the dead");
        page.open();
        page.go("jobs");
        browser.click(".chips a");
        browser.look(now -> assertThat(now.address()).endsWith("#/jobs?state=DEAD"));
        browser.click(DashboardPage.button("Remove the search the dead"));
        browser.count(".chips", 0);
    }

    @Test
    void all_that_match_are_counted_then_cancelled() {
        List<JobId> dead = shop.die(3);
        page.go("jobs?state=DEAD&type="
                + shop.jobs().find(dead.get(0)).orElseThrow().type());
        browser.click("main details summary");
        String says = page.doIt("Cancel all that match", null);
        assertThat(says).containsPattern("\\d+ match this search: \\d+ dead");
        page.said("job");
        assertThat(dead).map(shop::state).containsOnly(JobState.CANCELLED);
        browser.see("No job matches this search.");
    }

    @Test
    void one_job_tells_its_attempts_and_error() {
        JobId dead = shop.die(1).get(0);
        page.goAndRead("jobs/" + dead);
        page.shown("Job " + dead);
        browser.look(now -> {
            assertThat(now.one(".timeline").getText()).contains("Enqueued", "Attempt 1 failed", "Died");
            assertThat(now.one(".error pre").getText())
                    .contains("was refused", "io.baton.hosts.dashboard.ShopJobs")
                    .doesNotContain("java.base");
            assertThat(now.one(".reasons").getText()).contains("Dead");
        });
        browser.see("\"card\": \"card-0\"");
    }

    @Test
    void one_job_is_revived_and_cancelled() {
        JobId dead = shop.die(1).get(0);
        page.go("jobs/" + dead);
        page.shown("Job " + dead);
        assertThat(page.doIt("Revive " + dead, null)).contains("gets a new set of attempts");
        await().until(() -> shop.jobs().find(dead).orElseThrow().attempts() >= 1 && shop.state(dead) == JobState.DEAD);
        page.go("overview");
        page.go("jobs/" + dead);
        page.shown("Job " + dead);
        assertThat(page.doIt("Cancel " + dead, null)).contains("cannot be undone");
        assertThat(shop.state(dead)).isEqualTo(JobState.CANCELLED);
        // the button is gone: the heading has the focus
        browser.look(now -> assertThat(now.focused().getTagName()).isEqualTo("h1"));
    }

    @Test
    void the_steps_of_a_job_are_shown_and_its_waits_are_ended() {
        JobId waits = shop.jobs().enqueue(new ShopJobs.ReturnGoods(17)).id();
        await().until(() -> shop.state(waits) == JobState.WAITING);
        page.goAndRead("jobs?state=WAITING");
        browser.look(
                now -> assertThat(now.all("main tbody .badge")).isNotEmpty().allMatch(badge -> badge.getText()
                        .equals("Waiting")));
        page.goAndRead("jobs/" + waits);
        browser.look(now -> {
            assertThat(now.one("section[aria-labelledby=steps]").getText())
                    .contains("label", "call, done", "cool-off", "sleep, waiting until");
            assertThat(now.one(".reasons").getText()).contains("Suspended", "cool-off");
        });
        assertThat(page.doIt("End wait " + waits + ":cool-off", null)).contains("is over now");
        await().until(() -> shop.state(waits) == JobState.WAITING);
        page.go("overview");
        page.go("jobs/" + waits);
        browser.look(now -> assertThat(now.one(".reasons").getText()).contains("approved"));
        page.goAndFit("jobs/" + waits, 320);
        browser.resize(1280, 900);
        page.doIt("Send a signal " + waits, "approved=\"by olga\"");
        await().until(() -> shop.state(waits) == JobState.COMPLETED);
        page.go("overview");
        page.go("jobs/" + waits);
        browser.click("section[aria-labelledby=steps] li:last-child summary");
        browser.see("by olga");
        page.go("changes?target=" + waits);
        browser.look(now -> assertThat(now.one("main tbody").getText())
                .contains("signal", "approved")
                .doesNotContain("by olga"));
    }

    @Test
    void a_selection_of_jobs_is_cancelled_at_once() {
        List<JobId> dead = shop.die(3);
        page.go("jobs?state=DEAD");
        for (JobId each : dead.subList(0, 2)) {
            browser.click("input[aria-label='Select job " + each + "']");
        }
        browser.look(now -> assertThat(now.one(".bulk").getText()).contains("2 selected"));
        assertThat(page.doIt("Cancel all that are selected", null)).contains("2 jobs will not run");
        page.said("2 done");
        assertThat(dead).map(shop::state).containsExactly(JobState.CANCELLED, JobState.CANCELLED, JobState.DEAD);
    }

    @Test
    void a_job_is_rescheduled_and_that_is_undone() {
        JobId later = shop.jobs()
                .enqueue(new ShopJobs.ResizeImage("later"), options -> options.delay(Duration.ofDays(2)))
                .id();
        var due = shop.jobs().find(later).orElseThrow().dueAt();
        page.go("jobs/" + later);
        page.shown("Job " + later);
        page.doIt("Reschedule " + later, "P30D");
        assertThat(shop.jobs().find(later).orElseThrow().dueAt()).isAfter(due.plus(Duration.ofDays(20)));
        page.undo();
        assertThat(shop.jobs().find(later).orElseThrow().dueAt()).isEqualTo(due);
    }
}
