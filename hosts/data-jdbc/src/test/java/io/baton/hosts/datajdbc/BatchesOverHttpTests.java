package io.baton.hosts.datajdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest(properties = "baton.batches.web.enabled=true")
@AutoConfigureMockMvc
class BatchesOverHttpTests {

    @Autowired
    MockMvcTester mvc;

    @Test
    void a_batch_is_opened_over_http() {
        assertThat(mvc.post()
                        .uri("/baton/batches")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"key\": \"members\"}"))
                .hasStatus(201)
                .bodyJson()
                .extractingPath("$.state")
                .isEqualTo("OPEN");
    }

    @Test
    void the_page_of_the_application_shows_what_it_showed() {
        assertThat(mvc.get().uri("/members?name=Ada"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$[0].joined")
                .isEqualTo("1815-12-10");
    }
}
