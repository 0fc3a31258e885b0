package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Batches;
import io.baton.FlowGraph;
import io.baton.Flows;
import io.baton.JobId;
import io.baton.testing.browser.Browser;
import io.baton.testing.browser.RequiresBrowser;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** The pages of limits, batches, flows, recurring jobs and changes, and why something does not run. */
@RequiresBrowser
@Timeout(600)
class CapabilitiesInBrowserTests {

    private static final String VIEW = "return document.querySelector('.frame svg').getAttribute('viewBox')";

    private static Shop shop;
    private static DashboardPage page;
    private static Browser browser;
    private static List<JobId> labels;

    @BeforeAll
    static void open() {
        shop = Shop.onH2("baton.dashboard.writes=true", "baton.dashboard.show-values=true");
        labels = IntStream.range(0, 6)
                .mapToObj(parcel ->
                        shop.jobs().enqueue(new ShopJobs.PrintLabel(parcel)).id())
                .toList();
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
    void a_semaphore_shows_who_holds_and_who_waits() {
        await().untilAsserted(() -> {
            page.go("semaphores/printer");
            assertThat(browser.all("main tbody tr")).hasSize(6);
        });
        page.goAndRead("semaphores/printer");
        assertThat(browser.text()).contains("2 of 2", "Held by", "Waited for by");
        page.goAndRead("rate-limits/labels");
        page.shown("Rate labels");
        page.goAndRead("limits");
    }

    @Test
    void a_job_that_waits_names_what_holds_it() {
        page.goAndRead("why?job=" + labels.get(5));
        await().ignoreExceptions().until(() -> browser.one(".reasons").getText().contains("printer"));
        assertThat(browser.all(".reasons a")).isNotEmpty();
        page.go("why");
        browser.one("main input").sendKeys("not a number", Keys.ENTER);
        await().ignoreExceptions().until(() -> browser.one("main [role=alert]").isDisplayed());
        browser.complaintsAreExpected("400");
    }

    @Test
    void a_schedule_shows_ten_ticks() {
        page.goAndRead("recurring/nightly-settlement");
        page.shown("Recurring nightly-settlement");
        assertThat(browser.all("main tbody tr")).hasSizeGreaterThanOrEqualTo(10);
        assertThat(browser.text()).contains("0 0 3 * * *, Europe/Berlin");
    }

    @Test
    void a_large_flow_is_zoomed_and_moved_by_keyboard() {
        FlowGraph graph = new FlowGraph().step("first", new ShopJobs.ResizeImage("first"));
        for (int step = 0; step < 35; step++) {
            graph = graph.step("step " + step, new ShopJobs.ResizeImage("image-" + step), "first");
        }
        var flow = shop.context().getBean(Flows.class).start(graph.flow());
        page.goAndRead("flows/" + flow.id());
        assertThat(browser.all("svg.graph g")).hasSize(36);
        Object whole = browser.run(VIEW);
        page.click(DashboardPage.button("Zoom in"));
        Object nearer = browser.run(VIEW);
        assertThat(nearer).isNotEqualTo(whole);
        browser.run("document.querySelector('.frame').focus()");
        browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
        assertThat(browser.run(VIEW)).isNotEqualTo(nearer);
        browser.driver().switchTo().activeElement().sendKeys("0");
        assertThat(browser.run(VIEW)).isEqualTo(whole);
    }

    @Test
    void a_batch_shows_how_far_it_is() {
        var batch = shop.context().getBean(Batches.class).open("spring-sale");
        batch.addJobs(List.of(new ShopJobs.ResizeImage("a"), new ShopJobs.PrintLabel(8)));
        page.goAndRead("batches/" + batch.id());
        assertThat(browser.text()).contains("spring-sale", "no: more may be added", "Why it is not complete");
    }

    @Test
    void a_change_is_in_the_history_of_its_target() {
        page.go("limits");
        page.doIt("Resize printer", "3");
        page.doIt("Resize printer", "2");
        page.go("semaphores/printer");
        page.click("main .card p a[href^='#/changes']");
        page.shown("Changes");
        await().ignoreExceptions().until(() -> browser.all("main tbody tr").size() == 2);
        assertThat(browser.one("main tbody").getText()).contains("olga", "resize", "printer", "3");
        assertThat(browser.accessibilityFindings()).isEmpty();
    }

    @Test
    void every_page_fits_the_smallest_phone() {
        browser.resize(320, 800);
        for (String each : List.of(
                "jobs?state=DEAD",
                "jobs/" + labels.get(0),
                "why?queue=labels",
                "limits",
                "semaphores/printer",
                "recurring/nightly-settlement",
                "changes",
                "flows",
                "batches")) {
            page.go(each);
            assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
                    .as(each)
                    .isInstanceOfSatisfying(Long.class, more -> assertThat(more).isNotPositive());
        }
    }
}
