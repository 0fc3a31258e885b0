package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TypeCatalogTests {

    record ProcessFile(long id) {}

    @JobType(name = "mail.send", queue = "mails", priority = 7)
    record SendMail(long id) {}

    @JobType(queue = "mails")
    record ReadMail(long id) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    @JobType(name = "square-of-its-own")
    record Square(int side) implements Shape {}

    @JobType(name = "animal", queue = "zoo")
    abstract static class Animal {}

    static final class Dog extends Animal {}

    static class Car {}

    static final class Truck extends Car {}

    @JobType(fairBy = "'from-' + #payload.class.simpleName")
    static class Parcel {}

    static final class Express extends Parcel {}

    @JobType(fairBy = "'from-' + #payload.class.simpleName")
    abstract static class Letter {}

    static final class Postcard extends Letter {}

    interface Red {}

    interface Round {}

    record Ball() implements Red, Round {}

    static final class Other {
        record ProcessFile(long id) {}
    }

    private final TypeCatalog catalog = new TypeCatalog();

    @Test
    void an_unknown_payload_is_named_after_its_class() {
        assertThat(catalog.forPayload(new ProcessFile(1)))
                .isEqualTo(new DeclaredType("process-file", "default", 0, ProcessFile.class));
    }

    @Test
    void an_annotated_payload_says_itself() {
        assertThat(catalog.forPayload(new SendMail(1)))
                .isEqualTo(new DeclaredType("mail.send", "mails", 7, SendMail.class));
        assertThat(catalog.forPayload(new ReadMail(1)))
                .isEqualTo(new DeclaredType("read-mail", "mails", 0, ReadMail.class));
    }

    @Test
    void a_share_is_said_by_the_class_that_declares_the_type() {
        assertThat(share(new Parcel())).contains("from-Parcel");
        assertThat(share(new Postcard())).contains("from-Postcard");
        assertThat(share(new Express())).as("of a type of its own").isEmpty();
    }

    private Optional<String> share(Object payload) {
        return catalog.share(catalog.forPayload(payload), payload);
    }

    @Test
    void a_handler_says_it_for_payloads_that_do_not() {
        catalog.declare(new DeclaredType("file.process", "files", 10, ProcessFile.class));

        assertThat(catalog.forPayload(new ProcessFile(1)))
                .isEqualTo(new DeclaredType("file.process", "files", 10, ProcessFile.class));
    }

    @Test
    void a_declaration_replaces_what_was_looked_up_before() {
        assertThat(catalog.forPayload(new ProcessFile(1)).queue()).isEqualTo("default");

        catalog.declare(new DeclaredType("process-file", "files", 0, ProcessFile.class));

        assertThat(catalog.forPayload(new ProcessFile(1)).queue()).isEqualTo("files");
    }

    @Test
    void the_same_answer_comes_from_memory() {
        assertThat(catalog.forPayload(new ProcessFile(1))).isSameAs(catalog.forPayload(new ProcessFile(2)));
    }

    @Test
    void two_handlers_of_one_payload_need_a_name_at_enqueue() {
        catalog.declare(new DeclaredType("scan", "a", 0, ProcessFile.class));
        catalog.declare(new DeclaredType("index", "b", 0, ProcessFile.class));

        assertThatThrownBy(() -> catalog.forPayload(new ProcessFile(1)))
                .hasMessageContaining("scan")
                .hasMessageContaining("index")
                .hasMessageContaining("type(..)");
        assertThat(catalog.forPayload(new ProcessFile(1), "index").queue()).isEqualTo("b");
    }

    @Test
    void two_classes_of_one_name_are_refused() {
        catalog.forPayload(new ProcessFile(1));

        assertThatThrownBy(() -> catalog.forPayload(new Other.ProcessFile(1)))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("process-file")
                .hasMessageContaining("@JobType");
    }

    @Test
    void handlers_of_generic_payloads_are_refused() {
        assertThatThrownBy(() -> catalog.declare(new DeclaredType("text", "default", 0, List.class)))
                .isInstanceOf(InvalidPayloadException.class);
    }

    @JobType(name = "plain-mail", queue = "mails")
    static class SendPlainMail {}

    static class SendUrgentMail extends SendPlainMail {}

    @Nested
    class Supertypes {

        @Test
        void a_subtype_is_stored_as_the_sealed_type_that_a_handler_takes() {
            catalog.declare(new DeclaredType("shape", "shapes", 3, Shape.class));

            assertThat(catalog.forPayload(new Circle(1)))
                    .isEqualTo(new DeclaredType("shape", "shapes", 3, Shape.class));
        }

        @Test
        void a_subtype_is_stored_as_the_type_that_is_annotated() {
            assertThat(catalog.forPayload(new Dog())).isEqualTo(new DeclaredType("animal", "zoo", 0, Animal.class));
        }

        @Test
        void a_subtype_that_is_declared_itself_stays_itself() {
            catalog.declare(new DeclaredType("shape", "shapes", 3, Shape.class));

            assertThat(catalog.forPayload(new Square(1)).payload()).isEqualTo(Square.class);
            assertThat(catalog.forPayload(new Square(1)).name()).isEqualTo("square-of-its-own");
        }

        @Test
        void a_subclass_is_not_stored_as_a_class_losing_its_fields() {
            catalog.declare(new DeclaredType("car", "default", 0, Car.class));

            assertThat(catalog.forPayload(new Truck()).payload()).isEqualTo(Truck.class);
        }

        @Test
        void a_subclass_does_not_inherit_the_name_of_an_annotated_class() {
            assertThat(catalog.forPayload(new SendUrgentMail()))
                    .isEqualTo(
                            new DeclaredType("send-urgent-mail", DeclaredType.DEFAULT_QUEUE, 0, SendUrgentMail.class));
            // whoever asks the class itself is told the same
            assertThat(SendUrgentMail.class.getAnnotation(JobType.class)).isNull();
            assertThat(catalog.forPayload(new SendPlainMail()).name()).isEqualTo("plain-mail");
        }

        @Test
        void two_declared_supertypes_are_refused() {
            catalog.declare(new DeclaredType("red", "default", 0, Red.class));
            assertThat(catalog.forPayload(new Ball()).name()).isEqualTo("red");
            catalog.declare(new DeclaredType("round", "default", 0, Round.class));

            assertThatThrownBy(() -> catalog.forPayload(new Ball()))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining(Red.class.getName())
                    .hasMessageContaining(Round.class.getName());
        }
    }

    @Nested
    class Named {

        @Test
        void an_unknown_name_goes_to_the_default_queue() {
            assertThat(catalog.named("cleanup")).isEqualTo(new DeclaredType("cleanup", "default", 0, null));
        }

        @Test
        void a_declared_name_has_its_queue() {
            catalog.declare(new DeclaredType("cleanup", "nightly", -3, null));

            assertThat(catalog.named("cleanup")).isEqualTo(new DeclaredType("cleanup", "nightly", -3, null));
        }

        @Test
        void a_blank_name_is_refused() {
            assertThatThrownBy(() -> catalog.named(" ")).isInstanceOf(BatonException.class);
        }

        @Test
        void another_name_keeps_what_the_payload_says() {
            assertThat(catalog.forPayload(new SendMail(1), "mail.again"))
                    .isEqualTo(new DeclaredType("mail.again", "mails", 7, SendMail.class));
        }

        @Test
        void a_payload_that_the_named_type_does_not_take_is_refused() {
            catalog.declare(new DeclaredType("shape", "shapes", 3, Shape.class));

            assertThatThrownBy(() -> catalog.forPayload(new ProcessFile(1), "shape"))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("Shape")
                    .hasMessageContaining("ProcessFile");
            assertThat(catalog.forPayload(new Square(1), "shape").payload()).isEqualTo(Shape.class);
        }
    }
}
