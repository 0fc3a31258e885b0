package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobType;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TypeCatalogTest {

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

    interface Red {}

    interface Round {}

    record Ball() implements Red, Round {}

    static final class Other {
        record ProcessFile(long id) {}
    }

    private final TypeCatalog catalog = new TypeCatalog();

    @Test
    void anUnknownPayloadIsNamedAfterItsClass() {
        assertThat(catalog.forPayload(new ProcessFile(1)))
                .isEqualTo(new DeclaredType("process-file", "default", 0, ProcessFile.class));
    }

    @Test
    void anAnnotatedPayloadSaysItself() {
        assertThat(catalog.forPayload(new SendMail(1)))
                .isEqualTo(new DeclaredType("mail.send", "mails", 7, SendMail.class));
        assertThat(catalog.forPayload(new ReadMail(1)))
                .isEqualTo(new DeclaredType("read-mail", "mails", 0, ReadMail.class));
    }

    @Test
    void aHandlerSaysItForPayloadsThatDoNot() {
        catalog.declare(new DeclaredType("file.process", "files", 10, ProcessFile.class));

        assertThat(catalog.forPayload(new ProcessFile(1)))
                .isEqualTo(new DeclaredType("file.process", "files", 10, ProcessFile.class));
    }

    @Test
    void thePayloadsAnnotationWinsOverTheHandler() {
        catalog.declare(new DeclaredType("mail.send", "other", 1, SendMail.class));

        DeclaredType expected = new DeclaredType("mail.send", "mails", 7, SendMail.class);
        assertThat(catalog.forPayload(new SendMail(1))).isEqualTo(expected);
        assertThat(catalog.named("mail.send")).isEqualTo(expected);
    }

    @Test
    void aDeclarationReplacesWhatWasLookedUpBefore() {
        assertThat(catalog.forPayload(new ProcessFile(1)).queue()).isEqualTo("default");

        catalog.declare(new DeclaredType("process-file", "files", 0, ProcessFile.class));

        assertThat(catalog.forPayload(new ProcessFile(1)).queue()).isEqualTo("files");
    }

    @Test
    void theSameAnswerComesFromMemory() {
        assertThat(catalog.forPayload(new ProcessFile(1))).isSameAs(catalog.forPayload(new ProcessFile(2)));
    }

    @Test
    void twoHandlersOfOneNameAreRefused() {
        catalog.declare(new DeclaredType("x", "a", 0, ProcessFile.class));

        assertThatThrownBy(() -> catalog.declare(new DeclaredType("x", "b", 0, ProcessFile.class)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("\"x\"");
    }

    @Test
    void twoHandlersOfOnePayloadNeedANameAtEnqueue() {
        catalog.declare(new DeclaredType("scan", "a", 0, ProcessFile.class));
        catalog.declare(new DeclaredType("index", "b", 0, ProcessFile.class));

        assertThatThrownBy(() -> catalog.forPayload(new ProcessFile(1)))
                .hasMessageContaining("scan")
                .hasMessageContaining("index")
                .hasMessageContaining("type(..)");
        assertThat(catalog.forPayload(new ProcessFile(1), "index").queue()).isEqualTo("b");
    }

    @Test
    void twoClassesOfOneNameAreRefused() {
        catalog.forPayload(new ProcessFile(1));

        assertThatThrownBy(() -> catalog.forPayload(new Other.ProcessFile(1)))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("process-file")
                .hasMessageContaining("@JobType");
    }

    @Test
    void handlersOfGenericPayloadsAreRefused() {
        assertThatThrownBy(() -> catalog.declare(new DeclaredType("text", "default", 0, List.class)))
                .isInstanceOf(InvalidPayloadException.class);
    }

    @JobType(name = "plain-mail", queue = "mails")
    static class SendPlainMail {}

    static class SendUrgentMail extends SendPlainMail {}

    @Nested
    class Supertypes {

        @Test
        void aSubtypeIsStoredAsTheSealedTypeThatAHandlerTakes() {
            catalog.declare(new DeclaredType("shape", "shapes", 3, Shape.class));

            assertThat(catalog.forPayload(new Circle(1)))
                    .isEqualTo(new DeclaredType("shape", "shapes", 3, Shape.class));
        }

        @Test
        void aSubtypeIsStoredAsTheTypeThatIsAnnotated() {
            assertThat(catalog.forPayload(new Dog())).isEqualTo(new DeclaredType("animal", "zoo", 0, Animal.class));
        }

        @Test
        void aSubtypeThatIsDeclaredItselfStaysItself() {
            catalog.declare(new DeclaredType("shape", "shapes", 3, Shape.class));

            assertThat(catalog.forPayload(new Square(1)).payload()).isEqualTo(Square.class);
            assertThat(catalog.forPayload(new Square(1)).name()).isEqualTo("square-of-its-own");
        }

        @Test
        void aSubclassIsNotStoredAsAClassThatWouldLoseItsFields() {
            catalog.declare(new DeclaredType("car", "default", 0, Car.class));

            assertThat(catalog.forPayload(new Truck()).payload()).isEqualTo(Truck.class);
        }

        @Test
        void aSubclassDoesNotInheritTheNameOfAnAnnotatedClass() {
            assertThat(catalog.forPayload(new SendUrgentMail()))
                    .isEqualTo(DeclaredType.unknown("send-urgent-mail", SendUrgentMail.class));
            // whoever asks the class itself is told the same
            assertThat(SendUrgentMail.class.getAnnotation(JobType.class)).isNull();
            assertThat(catalog.forPayload(new SendPlainMail()).name()).isEqualTo("plain-mail");
        }

        @Test
        void twoDeclaredSupertypesAreRefused() {
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
        void anUnknownNameGoesToTheDefaultQueue() {
            assertThat(catalog.named("cleanup")).isEqualTo(new DeclaredType("cleanup", "default", 0, null));
        }

        @Test
        void aDeclaredNameHasItsQueue() {
            catalog.declare(new DeclaredType("cleanup", "nightly", -3, null));

            assertThat(catalog.named("cleanup")).isEqualTo(new DeclaredType("cleanup", "nightly", -3, null));
        }

        @Test
        void aBlankNameIsRefused() {
            assertThatThrownBy(() -> catalog.named(" ")).isInstanceOf(BatonException.class);
        }

        @Test
        void anotherNameKeepsWhatThePayloadSays() {
            assertThat(catalog.forPayload(new SendMail(1), "mail.again"))
                    .isEqualTo(new DeclaredType("mail.again", "mails", 7, SendMail.class));
        }

        @Test
        void aPayloadThatTheNamedTypeDoesNotTakeIsRefused() {
            catalog.declare(new DeclaredType("shape", "shapes", 3, Shape.class));

            assertThatThrownBy(() -> catalog.forPayload(new ProcessFile(1), "shape"))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("Shape")
                    .hasMessageContaining("ProcessFile");
            assertThat(catalog.forPayload(new Square(1), "shape").payload()).isEqualTo(Shape.class);
        }
    }
}
