package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.testing.browser.Browser;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

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
        // messages that are shown for some seconds only must not disappear before a slow machine has read them
        browser.run(
                "const later = window.setTimeout;"
                        + "window.setTimeout = (work, millis, ...more) => later(work, millis >= 6000 ? 600000 : millis, ...more);");
    }

    void requireNoComplaintsAndNothingFromOutside() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.startsWith(shop.origin() + "/"));
    }

    void go(String page) {
        browser.run(
                "document.title = '';"
                        + "if (location.hash === arguments[0]) dispatchEvent(new HashChangeEvent('hashchange'));"
                        + "else location.hash = arguments[0]",
                "#/" + page);
        await().until(() ->
                !String.valueOf(browser.run("return document.title")).isEmpty());
        assertThat(browser.text()).doesNotContain("That did not work");
    }

    /** Goes to a page that everybody can read, in light and in dark colours. */
    void goAndRead(String page) {
        go(page);
        assertThat(browser.accessibilityFindings()).as(page).isEmpty();
        browser.dark(true);
        assertThat(browser.accessibilityFindings()).as(page + " in the dark").isEmpty();
        browser.dark(false);
    }

    /** Waits for a heading with this text. */
    void shown(String heading) {
        await().ignoreExceptions().until(() -> browser.one("main h1").getText().contains(heading));
    }

    /** Clicks what a selector finds, which may be rendered again between finding and clicking it. */
    void click(String selector) {
        await().ignoreExceptions().until(() -> {
            browser.one(selector).click();
            return true;
        });
    }

    static String button(String label) {
        return "button[aria-label=\"" + label.replace("\"", "\\\"") + "\"]";
    }

    /** Clicks a button of the page, and the one that its dialog offers; returns what the dialog says. */
    String doIt(String label, String value) {
        click(button(label));
        await().ignoreExceptions().until(() -> browser.one("dialog").isDisplayed());
        WebElement dialog = browser.one("dialog");
        String says = dialog.getText();
        if (value != null) {
            dialog.findElement(By.tagName("input")).sendKeys(value);
        }
        dialog.findElement(By.cssSelector("button.do")).click();
        await().until(() -> browser.all("dialog").isEmpty());
        return says;
    }

    void said(String text) {
        await().ignoreExceptions().until(() -> browser.one("#said").getText().contains(text));
    }

    void undo() {
        click("#said button");
        said("Undone");
    }
}
