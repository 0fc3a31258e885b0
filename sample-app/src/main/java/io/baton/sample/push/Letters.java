package io.baton.sample.push;

import io.baton.sample.Instance;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;

/** Writes the mails. */
@Component
class Letters {

    private final JdbcClient jdbc;
    private final Instance instance;
    private final PushProperties properties;

    Letters(JdbcClient jdbc, Instance instance, PushProperties properties) {
        this.jdbc = jdbc;
        this.instance = instance;
        this.properties = properties;
    }

    Letter write(SendMail mail) {
        return jdbc.sql("select m.email, c.subject, c.text from member m, content c"
                        + " where m.id = ? and c.push_id = ? and c.letter = ?")
                .params(mail.userId(), mail.pushId(), mail.content())
                .query((row, number) ->
                        new Letter(row.getString("email"), row.getString("subject"), html(row.getString("text"), mail)))
                .single();
    }

    /** Adds a link and a picture of one pixel, which record who has clicked and opened. */
    private String html(String text, SendMail mail) {
        String base = Optional.ofNullable(properties.links()).orElseGet(() -> "http://localhost:" + instance.port());
        String path = mail.pushId() + "/" + mail.userId();
        return "<p>%s</p><p><a href=\"%s/click/%s\">Read more</a></p><img src=\"%s/open/%s\" alt=\"\">"
                .formatted(HtmlUtils.htmlEscape(text), base, path, base, path);
    }

    record Letter(String email, String subject, String html) {}
}
