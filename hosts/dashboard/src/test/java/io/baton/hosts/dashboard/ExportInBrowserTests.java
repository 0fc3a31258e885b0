package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.browser.RequiresBrowser;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is listed, as a file. */
@RequiresBrowser
@Timeout(600)
class ExportInBrowserTests {

    private static final String FORMULA = "=HYPERLINK(\"http://example.com\")";

    private static Shop shop;
    private static DashboardPage page;

    @BeforeAll
    static void open() {
        shop = Shop.onH2();
        shop.jobs().enqueueAll(IntStream.range(0, 250).mapToObj(ShopJobs.Newsletter::new), options -> options.delay(
                        Duration.ofDays(1))
                .label("@note", FORMULA));
        page = DashboardPage.of(shop);
    }

    @AfterAll
    static void close() {
        page.browser().close();
        shop.close();
    }

    @BeforeEach
    void see() {
        page.open();
        page.browser()
                .run("window.exported = []; URL.createObjectURL = blob => {"
                        + " blob.text().then(text => window.exported.push(text)); return 'about:blank#none'; };"
                        + "HTMLAnchorElement.prototype.click = () => {};");
    }

    private static String exported(String kind) {
        page.browser().click(DashboardPage.button("Export as " + kind));
        page.said("250 jobs exported");
        return page.browser().read(now -> {
            assertThat(now.value("return window.exported.length")).isEqualTo(1L);
            return (String) now.value("return window.exported[0]");
        });
    }

    @Test
    void all_pages_of_a_search_are_exported_as_csv() {
        page.go("jobs?type=newsletter");
        List<String> lines = exported("CSV").lines().toList();
        assertThat(lines).hasSize(251);
        assertThat(lines.get(0)).startsWith("id,type,queue,state");
        assertThat(lines.get(1)).contains(",newsletter,newsletters,SCHEDULED,");
    }

    @Test
    void a_formula_in_a_cell_is_disarmed() {
        page.go("jobs?type=newsletter");
        assertThat(exported("CSV")).contains("\"'@note==HYPERLINK(\"\"http://example.com\"\")\"");
    }

    @Test
    void a_search_is_exported_as_json() {
        page.go("jobs?type=newsletter");
        assertThat(exported("JSON")).startsWith("[").contains("\"type\": \"newsletter\"", "\"@note\": \"=HYPERLINK(");
    }
}
