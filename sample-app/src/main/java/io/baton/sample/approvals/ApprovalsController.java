package io.baton.sample.approvals;

import io.baton.JobId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** The targets of the links: a page with a button, which alone decides, since programs that check mails follow links. */
@RestController
class ApprovalsController {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final String POLICY =
            "default-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>%1$s · Baton sample</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="/page.css">
            </head>
            <body>
            <header><h1>%1$s</h1></header>
            <main><section class="wide">%2$s</section></main>
            </body>
            </html>
            """;

    private final Approvals approvals;

    ApprovalsController(Approvals approvals) {
        this.approvals = approvals;
    }

    @GetMapping("/approvals/{token}")
    ResponseEntity<String> show(@PathVariable String token) {
        return approvals.find(token).map(ApprovalsController::page).orElseGet(ApprovalsController::unknown);
    }

    /** The form sends no values: the link says what is decided, and by whom. */
    @PostMapping("/approvals/{token}")
    ResponseEntity<String> decide(@PathVariable String token) {
        Optional<ApprovalLink> link = approvals.find(token).filter(ApprovalLink::isOpen);
        if (link.isPresent() && decide(link.get()) == Outcome.TOO_LATE) {
            return page(HttpStatus.CONFLICT, "It is too late", paragraph("This request is closed."));
        }
        return show(token);
    }

    private Outcome decide(ApprovalLink link) {
        return approvals.decide(new JobId(link.jobId()), link.signalName(), link.choice(), link.recipient());
    }

    private static ResponseEntity<String> page(ApprovalLink link) {
        String question = paragraph(link.question());
        if (link.decision() != null) {
            return page(HttpStatus.OK, "This request was " + link.decision().past(), question);
        }
        if (link.expired()) {
            return page(HttpStatus.GONE, "This link has expired", question);
        }
        return page(
                HttpStatus.OK,
                "Please confirm",
                question
                        + "<form method=\"post\"><button>%s</button></form>"
                                .formatted(HtmlUtils.htmlEscape(link.choice().button())));
    }

    private static ResponseEntity<String> unknown() {
        return page(HttpStatus.NOT_FOUND, "There is no such page", "");
    }

    private static String paragraph(String text) {
        return "<p>" + HtmlUtils.htmlEscape(text) + "</p>";
    }

    /** The address of the page is a secret: no other site gets it as a referrer, and no cache keeps the page. */
    private static ResponseEntity<String> page(HttpStatus status, String title, String content) {
        return ResponseEntity.status(status)
                .contentType(HTML)
                .cacheControl(CacheControl.noStore())
                .header("Referrer-Policy", "no-referrer")
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .body(PAGE.formatted(HtmlUtils.htmlEscape(title), content));
    }
}
