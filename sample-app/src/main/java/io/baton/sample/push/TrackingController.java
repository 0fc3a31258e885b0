package io.baton.sample.push;

import java.net.URI;
import java.util.Base64;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The targets of the links in mails. */
@RestController
class TrackingController {

    private static final byte[] PIXEL =
            Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

    private final Recipients recipients;

    TrackingController(Recipients recipients) {
        this.recipients = recipients;
    }

    @GetMapping("/open/{push}/{user}")
    ResponseEntity<byte[]> open(@PathVariable long push, @PathVariable long user) {
        recipients.opened(push, user);
        return ResponseEntity.ok()
                .contentType(MediaType.IMAGE_GIF)
                .cacheControl(CacheControl.noStore())
                .body(PIXEL);
    }

    @GetMapping("/click/{push}/{user}")
    ResponseEntity<Void> click(@PathVariable long push, @PathVariable long user) {
        recipients.clicked(push, user);
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .cacheControl(CacheControl.noStore())
                .location(URI.create("/push.html"))
                .build();
    }
}
