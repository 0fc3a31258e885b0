package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.browser.Browser;
import java.time.Duration;

/** What operators do with the page. */
record DashboardPage(Shop shop, Browser browser) {

    static DashboardPage of(Shop shop) {
        Browser browser = Browser.start();
        browser.header("Authorization", Shop.basic("olga"));
        return new DashboardPage(shop, browser);
    }

    /** Opens it anew, in light colours on a screen. */
    void open() {
        browser.resize(1280, 900);
        browser.dark(false);
        browser.open(shop.dashboard());
        browser.look(now -> assertThat(now.one("#live").getText()).isEqualTo("Live"));
        browser.keepMessages(Duration.ofMinutes(10));
    }

    void requireNoComplaintsAndNothingFromOutside() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.startsWith(shop.origin() + "/"));
    }

    /** Goes to a page; in one script, so that no page that was requested before is shown instead. */
    void go(String page) {
        browser.run(
                "document.title = '';"
                        + "if (location.hash !== arguments[0]) history.pushState(null, '', arguments[0]);"
                        + "dispatchEvent(new HashChangeEvent('hashchange'))",
                "#/" + page);
        browser.look(now -> assertThat(now.value("return document.title")).isNotEqualTo(""));
        browser.look(now -> assertThat(now.one("main h1").getText()).isNotEqualTo("That did not work"));
    }

    /** Goes to a page that everybody can read, in light and in dark colours. */
    void goAndRead(String page) {
        go(page);
        readable();
    }

    void readable() {
        browser.readable();
        browser.dark(true);
        browser.readable();
        browser.dark(false);
    }

    /** Goes to a page that is not wider than a phone. */
    void goAndFit(String page, int width) {
        browser.resize(width, 800);
        go(page);
        browser.look(now -> {
            assertThat(now.value("return innerWidth")).isEqualTo((long) width);
            assertThat((Long) now.value("return document.documentElement.scrollWidth"))
                    .as("width of %s", page)
                    .isLessThanOrEqualTo(width);
        });
    }

    /** Waits for this heading, with or without a state behind it. */
    void shown(String heading) {
        browser.look(now -> assertThat(now.one("main h1").getText().split("\\s+"))
                .as("words of the heading")
                .startsWith(heading.split(" ")));
    }

    /** Waits until the focus is on what has this text. */
    void focused(String text) {
        browser.look(now -> assertThat(now.focused().getText()).isEqualTo(text));
    }

    static String button(String label) {
        return "button[aria-label=\"" + label.replace("\"", "\\\"") + "\"]";
    }

    /** Clicks a button of the page, and the one that its dialog offers; returns what the dialog says. */
    String doIt(String label, String value) {
        browser.click(button(label));
        String says = browser.read(now -> now.one("dialog[open]").getText());
        if (value != null) {
            browser.type("dialog input", value);
        }
        browser.click("dialog button.do");
        browser.count("dialog", 0);
        return says;
    }

    void said(String text) {
        browser.look(now -> assertThat(now.one("#said").getText()).contains(text));
    }

    void undo() {
        browser.click("#said button");
        said("Undone");
    }
}
