package io.baton.testing.browser;

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
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A browser without a window that remembers what pages complained about and asked for. */
public final class Browser implements AutoCloseable {

    private static final Duration SCRIPT = Duration.ofMinutes(3);
    private static final Pattern REQUEST =
            Pattern.compile("\"method\":\"Network\\.requestWillBeSent\".*?\"url\":\"([^\"]*)\"", Pattern.DOTALL);
    private static final Pattern URL = Pattern.compile("\"url\":\"((?:https?|wss?):[^\"]*)\"");

    private final ChromeDriver driver;
    private final String axe;
    private final List<String> complaints = new ArrayList<>();
    private final Set<String> requests = new LinkedHashSet<>();

    private Browser(ChromeDriver driver, String axe) {
        this.driver = driver;
        this.axe = axe;
    }

    /** Starts a browser with a window of the size of a screen. */
    public static Browser start() {
        ChromeDriver driver = Chromium.start();
        driver.manage().timeouts().scriptTimeout(SCRIPT);
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

    /** Returns the elements that a CSS selector finds. */
    public List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Returns the first element that a CSS selector finds. */
    public WebElement one(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Returns what people read on the page. */
    public String text() {
        return one("body").getText();
    }

    /** Returns what a script comes to. */
    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Returns the driver, for what is not here. */
    public ChromeDriver driver() {
        return driver;
    }

    /** Writes a picture of what is seen. */
    public void picture(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what axe-core finds on the page that is serious or critical, each with the elements it is about. */
    @SuppressWarnings("unchecked")
    public List<String> accessibilityFindings() {
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

    /** Forgets the complaints so far that have this in them, since they were meant to be made. */
    public void complaintsAreExpected(String part) {
        complaints();
        complaints.removeIf(complaint -> complaint.contains(part));
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
}
