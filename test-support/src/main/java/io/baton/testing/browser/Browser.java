package io.baton.testing.browser;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/**
 * A browser without a window that remembers what pages complained about and requested. What is read of a page is read again until it is as
 * expected: there is no other way to read it.
 */
public final class Browser implements AutoCloseable {

    /** How long a test waits for a page that it would find at once on a machine that is not busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Pattern REQUEST =
            Pattern.compile("\"method\":\"Network\\.requestWillBeSent\".*?\"url\":\"([^\"]*)\"", Pattern.DOTALL);
    private static final Pattern URL = Pattern.compile("\"url\":\"((?:https?|wss?):[^\"]*)\"");

    private final ChromeDriver driver;
    private final Seen seen;
    private final String axe;
    private final List<String> complaints = new ArrayList<>();
    private final Set<String> requests = new LinkedHashSet<>();

    private Browser(ChromeDriver driver, String axe) {
        this.driver = driver;
        this.seen = new Seen(driver);
        this.axe = axe;
    }

    /** Starts a browser with a window of the size of a screen. */
    public static Browser start() {
        ChromeDriver driver = Chromium.start();
        driver.manage().timeouts().scriptTimeout(PATIENCE).pageLoadTimeout(PATIENCE);
        Browser browser = new Browser(driver, script());
        browser.resize(1280, 900);
        return browser;
    }

    private static String script() {
        try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
            if (script == null) {
                throw new IllegalStateException("axe.min.js is not on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Goes to a page. */
    public void open(String url) {
        driver.get(url);
    }

    /** Changes the size of what is seen of a page. */
    public void resize(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    /** Lets pages believe that the viewer wants dark colours, or light ones. */
    public void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Lets pages believe that the viewer is in this zone. */
    public void zone(String zone) {
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", zone));
    }

    /** Sends this header with every request from now on, such as that of an authentication. */
    public void header(String name, String value) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.setExtraHTTPHeaders", Map.of("headers", Map.of(name, value)));
    }

    /** Clicks what a selector finds, which a page may render again between finding and clicking it. */
    public void click(String selector) {
        look(now -> now.one(selector).click());
    }

    /** Types into what a selector finds, once it is there. */
    public void type(String selector, CharSequence... keys) {
        look(now -> now.one(selector).sendKeys(keys));
    }

    /** Presses keys on what has the focus. */
    public void press(CharSequence... keys) {
        look(now -> now.focused().sendKeys(keys));
    }

    /** Moves the mouse over what a selector finds. */
    public void hover(String selector) {
        look(now -> new Actions(driver).moveToElement(now.one(selector)).perform());
    }

    /** Waits until all of these texts are on the page. */
    public void see(String... texts) {
        look(now -> {
            for (String text : texts) {
                if (!now.text().contains(text)) {
                    throw new AssertionError("\"" + text + "\" is not on the page:\n" + now.text());
                }
            }
        });
    }

    /** Waits until as many elements are on the page. */
    public void count(String selector, int number) {
        look(now -> {
            int found = now.all(selector).size();
            if (found != number) {
                throw new AssertionError(found + " instead of " + number + " are found by " + selector);
            }
        });
    }

    /** Reads the page again and again, as a whole, until a read fails no more: at any time a page may be rendered anew. */
    public void look(Consumer<Seen> read) {
        look(Duration.ofMillis(100), read);
    }

    /** Reads the page as often as this until a read fails no more. */
    public void look(Duration interval, Consumer<Seen> read) {
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(interval)
                .ignoreExceptions()
                .untilAsserted(() -> read.accept(seen));
    }

    /** Reads the page again and again until a read fails no more; returns what it has read. */
    public <T> T read(Function<Seen, T> read) {
        AtomicReference<T> result = new AtomicReference<>();
        look(now -> result.set(read.apply(now)));
        return requireNonNull(result.get());
    }

    /** Lets messages that a page removes after some seconds stay for so long, so that a slow machine has read them before. */
    public void keepMessages(Duration time) {
        run(
                "const later = window.setTimeout;"
                        + "window.setTimeout = (work, millis, ...more) => later(work, millis >= 6000 ? arguments[0] : millis, ...more);",
                time.toMillis());
    }

    /** Performs a script. */
    public void run(String script, Object... arguments) {
        driver.executeScript(script, arguments);
    }

    /** Returns what a script passes to its last argument. */
    public Object result(String script) {
        return driver.executeAsyncScript(script);
    }

    /** Writes a picture of what is seen. */
    public void picture(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, seen.picture());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until axe-core finds nothing on the page that is serious or critical. */
    public void readable() {
        look(now -> {
            List<String> findings = accessibilityFindings();
            if (!findings.isEmpty()) {
                throw new AssertionError(String.join("\n", findings));
            }
        });
    }

    /** Returns the findings, each with the elements it is about. */
    @SuppressWarnings("unchecked")
    private List<String> accessibilityFindings() {
        driver.executeScript(axe);
        Object found = driver.executeAsyncScript(
                "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations"
                        + ".filter(each => each.impact === 'serious' || each.impact === 'critical')"
                        + ".map(each => each.id + ': ' + each.help + ': ' + each.nodes.slice(0, 5).map(node => node.html).join(' | '))),"
                        + " failure => done(['axe failed: ' + failure]));");
        return (List<String>) found;
    }

    /** Returns what pages complained about so far: errors of scripts, refused contents and failed requests. */
    public List<String> complaints() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                complaints.add(entry.getLevel() + " " + entry.getMessage());
            }
        }
        return List.copyOf(complaints);
    }

    /** Waits for a complaint that has this in it, and forgets all of them, since they were meant to be made. */
    public void complaintsAreExpected(String part) {
        await().atMost(PATIENCE).until(() -> {
            complaints();
            return complaints.removeIf(complaint -> complaint.contains(part));
        });
    }

    /** Returns the addresses that pages asked for so far over the network. */
    public Set<String> requests() {
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            Matcher request = REQUEST.matcher(entry.getMessage());
            if (request.find()) {
                Matcher url = URL.matcher(entry.getMessage());
                while (url.find()) {
                    requests.add(url.group(1));
                }
            }
        }
        return Set.copyOf(requests);
    }

    @Override
    public void close() {
        driver.quit();
    }

    /** A page as it is at the moment, of which a later read may see another one. */
    public static final class Seen {

        private final ChromeDriver driver;

        private Seen(ChromeDriver driver) {
            this.driver = driver;
        }

        /** Returns the elements that a CSS selector finds. */
        public List<WebElement> all(String selector) {
            return driver.findElements(By.cssSelector(selector));
        }

        /** Returns the first element that a CSS selector finds. */
        public WebElement one(String selector) {
            return driver.findElement(By.cssSelector(selector));
        }

        /** Returns what users read on the page. */
        public String text() {
            return one("body").getText();
        }

        /** Returns the element that has the focus. */
        public WebElement focused() {
            return driver.switchTo().activeElement();
        }

        /** Returns the address of the page. */
        public String address() {
            return driver.getCurrentUrl();
        }

        /** Returns what a script returns. */
        public @Nullable Object value(String script) {
            return driver.executeScript(script);
        }

        /** Returns a picture, as PNG. */
        public byte[] picture() {
            return driver.getScreenshotAs(OutputType.BYTES);
        }
    }
}
