package io.baton.sample.demo;

import io.baton.sample.Done;
import java.io.IOException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The button that drops files. */
@RestController
class DemoController {

    private final DemoFiles files;

    DemoController(DemoFiles files) {
        this.files = files;
    }

    @PostMapping("/demo-files")
    Done makeFiles() throws IOException {
        return new Done(files.make());
    }
}
