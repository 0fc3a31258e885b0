package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.testing.browser.Browser;
import io.baton.testing.browser.RequiresBrowser;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The dashboard, where names, values and messages carry markup. */
@RequiresBrowser
class DashboardAttackTests {

    private static Shop shop;
    private static Browser browser;

    @BeforeAll
    static void open() {
        shop = Shop.underAttack("baton.dashboard.show-values=true", "baton.worker.name=" + Attacks.SCRIPT);
        browser = Browser.start();
        browser.header("Authorization", Shop.basic("olga"));
    }

    @AfterAll
    static void close() {
        browser.close();
        shop.close();
    }

    @Test
    void scripts_stay_text_wherever_they_stand() {
        JobId dead = shop.jobs()
                .enqueue(new Attacks.Debit("card-0"), options -> options.label("customer", Attacks.SCRIPT))
                .id();
        await().until(() -> shop.state(dead) == JobState.DEAD);
        for (String page : List.of("overview", "jobs?state=DEAD", "workers", "jobs/" + dead)) {
            browser.open(shop.dashboard());
            new DashboardPage(shop, browser).go(page);
            browser.see(Attacks.SCRIPT);
            browser.count("main script, main b", 0);
        }
        browser.see("Card card-0 was refused", "debit <b>card</b>", "card-0");
        new DashboardPage(shop, browser).go("jobs?label=customer%3D%3Cscript%3Ealert('no')%3C%2Fscript%3E");
        browser.count("main tbody tr", 1);
        browser.count("main script", 0);
        assertThat(browser.complaints()).isEmpty();
    }
}
