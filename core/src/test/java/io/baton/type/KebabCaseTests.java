package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KebabCaseTests {

    @ParameterizedTest
    @CsvSource({
        "ProcessFile, process-file",
        "HTTPCall, http-call",
        "CallHTTP, call-http",
        "Mail, mail",
        "mail, mail",
        "SendMail2, send-mail2",
        "Step2Done, step2-done",
        "Send_Mail, send-mail",
        "_Mail, mail",
        "ÉcrireTout, écrire-tout",
        "A, a",
        "XAxis, x-axis"
    })
    void turns_a_class_name_into_a_name(String simpleName, String expected) {
        assertThat(Names.kebabCase(simpleName)).isEqualTo(expected);
    }
}
