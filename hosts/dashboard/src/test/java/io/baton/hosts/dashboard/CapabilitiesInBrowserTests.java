package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Batches;
import io.baton.FlowGraph;
import io.baton.Flows;
import io.baton.JobId;
import io.baton.SemaphoreDetails;
import io.baton.Semaphores;
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

/** The pages of limits, batches, flows, recurring jobs, workers and changes, and why something does not run. */
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
        Semaphores semaphores = shop.context().getBean(Semaphores.class);
        await().untilAsserted(() -> assertThat(semaphores.inspect("printer").orElseThrow())
                .extracting(SemaphoreDetails::held, SemaphoreDetails::waiting)
                .containsExactly(2L, 4L));
        page.goAndRead("semaphores/printer");
        browser.count("main tbody tr", 6);
        browser.see("2 of 2", "Held by", "Waited for by");
        page.goAndRead("rate-limits/labels");
        page.shown("Rate labels");
        page.goAndRead("limits");
    }

    @Test
    void a_job_that_waits_names_what_holds_it() {
        page.goAndRead("why?job=" + labels.get(5));
        browser.look(now -> {
            assertThat(now.one(".reasons").getText()).contains("printer");
            assertThat(now.all(".reasons a")).isNotEmpty();
        });
        page.go("why");
        browser.type("main input", "not a number", Keys.ENTER);
        browser.look(
                now -> assertThat(now.one("main [role=alert]").isDisplayed()).isTrue());
        browser.complaintsAreExpected("400");
    }

    @Test
    void a_schedule_shows_ten_ticks() {
        page.goAndRead("recurring/nightly-settlement");
        page.shown("Recurring nightly-settlement");
        browser.look(now -> assertThat(now.all("main tbody tr")).hasSizeGreaterThanOrEqualTo(10));
        browser.see("0 0 3 * * *, Europe/Berlin");
    }

    @Test
    void a_large_flow_is_zoomed_and_moved_by_keyboard() {
        FlowGraph graph = new FlowGraph().step("first", new ShopJobs.ResizeImage("first"));
        for (int step = 0; step < 35; step++) {
            graph = graph.step("step " + step, new ShopJobs.ResizeImage("image-" + step), "first");
        }
        var flow = shop.context().getBean(Flows.class).start(graph.flow());
        page.goAndRead("flows/" + flow.id());
        browser.count("svg.graph g", 36);
        Object whole = browser.read(now -> now.value(VIEW));
        browser.click(DashboardPage.button("Zoom in"));
        Object nearer = viewOtherThan(whole);
        browser.type(".frame", Keys.ARROW_RIGHT);
        viewOtherThan(nearer);
        browser.type(".frame", "0");
        browser.look(now -> assertThat(now.value(VIEW)).isEqualTo(whole));
    }

    private static Object viewOtherThan(Object view) {
        return browser.read(now -> {
            assertThat(now.value(VIEW)).isNotEqualTo(view);
            return now.value(VIEW);
        });
    }

    @Test
    void a_batch_shows_how_far_it_is() {
        var batch = shop.context().getBean(Batches.class).open("spring-sale");
        batch.addJobs(List.of(new ShopJobs.ResizeImage("a"), new ShopJobs.YearlyReport(8)));
        page.goAndRead("batches/" + batch.id());
        browser.see("spring-sale", "no: more may be added", "Why it is not complete");
    }

    @Test
    void a_change_is_in_the_history_of_its_target() {
        page.go("limits");
        page.doIt("Resize smtp", "3");
        page.doIt("Resize smtp", "2");
        page.go("semaphores/smtp");
        browser.click("main .card p a[href^='#/changes']");
        page.shown("Changes");
        browser.count("main tbody tr", 2);
        browser.look(now -> assertThat(now.one("main tbody").getText()).contains("olga", "resize", "smtp", "3"));
        browser.readable();
    }

    @Test
    void a_worker_that_was_stopped_is_not_shown_as_dead() {
        shop.another("shop-2").close();
        page.go("workers");
        browser.look(now -> {
            var state = now.one("main tbody tr:last-child .badge");
            assertThat(state.getText()).isEqualTo("Stopped");
            assertThat(state.getDomAttribute("class")).doesNotContain("bad ").doesNotEndWith("bad");
        });
        browser.click("main tbody tr:last-child a");
        page.shown("Worker shop-2 Stopped");
        browser.see("It was stopped.");
    }

    @Test
    void an_address_with_a_password_in_it_is_one_of_the_page() {
        try (Browser other = Browser.start()) {
            other.open(shop.dashboard().replace("://", "://olga:secret@") + "#/workers");
            other.look(now -> {
                assertThat(now.text()).contains("shop-1").doesNotContain("That did not work");
                assertThat(now.one("#live").getText()).isEqualTo("Live");
            });
            assertThat(other.complaints()).isEmpty();
        }
    }

    @Test
    void every_page_fits_the_smallest_phone() {
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
            page.goAndFit(each, 320);
        }
    }
}
