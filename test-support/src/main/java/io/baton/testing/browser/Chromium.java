package io.baton.testing.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.PageLoadStrategy;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The Chromium of this system. */
public final class Chromium {

    private static final Optional<Path> BROWSER = program("chromium", "chromium-browser", "google-chrome");
    private static final Optional<Path> DRIVER = program("chromedriver");

    static {
        if (BROWSER.isEmpty() || DRIVER.isEmpty()) {
            System.err.println("SKIPPED: no Chromium with its driver is installed, pages not tested in a browser");
        }
    }

    private Chromium() {}

    /** Whether there is one, with its driver. */
    public static boolean isInstalled() {
        return BROWSER.isPresent() && DRIVER.isPresent();
    }

    private static Optional<Path> program(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of("/usr/bin", "/usr/local/bin", "/usr/lib/chromium")
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts it without a window and with a profile of its own. */
    static ChromeDriver start() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.orElseThrow().toString());
        options.setPageLoadStrategy(PageLoadStrategy.NORMAL);
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en-GB");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.orElseThrow().toFile())
                .usingAnyFreePort()
                .withTimeout(Duration.ofMinutes(2))
                .withSilent(true)
                .build();
        return new ChromeDriver(service, options);
    }
}
