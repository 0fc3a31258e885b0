package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.testing.browser.Browser;
import io.baton.testing.browser.RequiresBrowser;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Makes the pictures of the documentation: {@code -Dbaton.pictures=../../docs/images}. */
@RequiresBrowser
@EnabledIfSystemProperty(named = DashboardPicturesTests.WHERE, matches = ".+")
@Timeout(900)
class DashboardPicturesTests {

    static final String WHERE = "baton.pictures";

    @Test
    void every_page_light_dark_and_on_a_phone() {
        Path pictures = Path.of(System.getProperty(WHERE));
        Reaper reaper = Reaper.ofThisJvm();
        try (PostgresServer server =
                        PostgresServer.start(Workplace.make(reaper.directory().resolve("pictures")), Map.of(), reaper);
                Shop shop = Shop.on(server, "baton.dashboard.writes=true", "baton.dashboard.show-values=true");
                Shop second = shop.another("shop-2");
                Browser browser = Browser.start()) {
            shop.fill();
            browser.header("Authorization", Shop.basic("olga"));
            browser.zone("Europe/Berlin");
            browser.open(shop.dashboard());
            Map<String, String> pages = pages(shop);
            for (Look look : LOOKS) {
                browser.resize(look.width(), look.height());
                browser.dark(look.dark());
                pages.forEach((name, address) -> {
                    if (!look.suffix().isEmpty() && !name.equals("overview")) {
                        return;
                    }
                    new DashboardPage(shop, browser).go(address);
                    browser.look(now -> assertThat(now.one("#live").getText()).isEqualTo("Live"));
                    browser.picture(pictures.resolve("dashboard-" + name + look.suffix() + ".png"));
                });
            }
            assertThat(second.context().isRunning()).isTrue();
            assertThat(browser.complaints()).isEmpty();
        }
    }

    private static Map<String, String> pages(Shop shop) {
        JobId dead = shop.die(1).get(0);
        Map<String, String> pages = new LinkedHashMap<>();
        for (String page :
                List.of("overview", "jobs", "workers", "limits", "batches", "flows", "recurring", "changes")) {
            pages.put(page, page);
        }
        pages.put("job", "jobs/" + dead);
        pages.put("flow", "flows/" + shop.flow());
        pages.put("why", "why?queue=newsletters");
        return pages;
    }

    private static final List<Look> LOOKS = List.of(
            new Look("", 1280, 1000, false), new Look("-dark", 1280, 1000, true), new Look("-phone", 390, 844, false));

    private record Look(String suffix, int width, int height, boolean dark) {}
}
