package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.start.StartRefusedException;
import java.util.List;

/** Handlers that are refused, and why. */
final class Refusals {

    private Refusals() {}

    /** The last text is the whole action, the others are parts of the message. */
    static StartRefusedException refused(Class<?> bean, String... texts) {
        StartRefusedException refusal = catchThrowableOfType(StartRefusedException.class, () -> Scan.of(context -> {
                    context.registerBean(decapitalized(bean), bean);
                })
                .close());

        assertThat(refusal).as("refusal of " + bean.getSimpleName()).isNotNull();
        assertThat(refusal.getMessage()).contains(List.of(texts).subList(0, texts.length - 1));
        assertThat(refusal.action()).isEqualTo(texts[texts.length - 1]);
        return refusal;
    }

    private static String decapitalized(Class<?> bean) {
        return Character.toLowerCase(bean.getSimpleName().charAt(0))
                + bean.getSimpleName().substring(1);
    }
}
