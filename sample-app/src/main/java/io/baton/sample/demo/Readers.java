package io.baton.sample.demo;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Simulated readers, who open some of their mails, and click in some of these: follows the links in the mail, as a mail program would. */
@Component
class Readers {

    private static final Logger LOG = LoggerFactory.getLogger(Readers.class);
    private static final Pattern PICTURE = Pattern.compile("src=\"([^\"]+)\"");
    private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");
    private static final int WELL_LIKED = 30;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    /** How many readers like a mail depends on its subject, and is unknown to the application. */
    void read(MimeMessage message) {
        try {
            int liking = 10 + Math.floorMod(String.valueOf(message.getSubject()).hashCode(), WELL_LIKED);
            String text = String.valueOf(message.getContent());
            if (chance(2 * liking)) {
                follow(PICTURE.matcher(text));
                if (chance(liking)) {
                    follow(LINK.matcher(text));
                }
            }
        } catch (MessagingException | IOException e) {
            LOG.warn("A reader cannot read his mail", e);
        }
    }

    private static boolean chance(int percent) {
        return ThreadLocalRandom.current().nextInt(100) < percent;
    }

    /** Does not wait for the response; if the link fails, the mail counts as not opened. */
    private void follow(Matcher link) {
        if (link.find()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(link.group(1)))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            CompletableFuture<?> unused = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        }
    }
}
