package io.baton;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What applications may use is {@code io.baton}, {@code io.baton.engine} and {@code io.baton.jpa}; nothing else is seen there, or says that it is for them. */
class PublicFaceTests {

    private static final Set<String> FACE = Set.of("io.baton", "io.baton.engine", "io.baton.jpa");
    private static final String INTERNAL = " * <p>Internal: not for applications, may change in any release.\n";
    private static final Path META_INF = Path.of("src/main/resources/META-INF");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importPackages("io.baton")
            .that(describe(
                    "are no tests",
                    type -> !type.getPackageName().startsWith("io.baton.testing")
                            && type.getSource()
                                    .map(source -> source.getUri().toString())
                                    .filter(source ->
                                            source.contains("/test-classes/") || source.contains("-tests.jar!"))
                                    .isEmpty()));

    @Test
    void every_other_package_says_that_it_is_internal() {
        Set<String> silent = Sources.below("io/baton").stream()
                .filter(file -> file.endsWith("package-info.java")
                        && !Sources.text(file).contains(INTERNAL))
                .map(info ->
                        Sources.path(info).replace("/package-info.java", "").replace('/', '.'))
                .collect(Collectors.toSet());
        assertThat(silent)
                .as("because Java would let applications use it; its package-info says" + INTERNAL.substring(2))
                .isEqualTo(FACE);
    }

    @Test
    void nothing_that_applications_see_leads_into_an_internal_package() {
        assertThat(CLASSES.stream()
                        .filter(type -> FACE.contains(type.getPackageName()) && isSeen(type))
                        .flatMap(PublicFaceTests::shown)
                        .filter(seen -> seen.startsWith("io.baton") && !FACE.contains(packageOf(seen))))
                .as("because what applications can name can never change")
                .isEmpty();
    }

    /**
     * Java cannot show a type to the other packages of a module only. So each that is public has a reader in another package, which may be a
     * test, or is named to Spring, or stands in a method of one that has.
     */
    @Test
    void an_internal_type_is_public_for_another_package() throws IOException {
        Set<String> needed = CLASSES.stream()
                .filter(PublicFaceTests::isSeen)
                .flatMap(type -> shown(type).filter(shown -> !shown.equals(type.getName())))
                .collect(Collectors.toSet());
        String namedToSpring = namedToSpring();
        assertThat(CLASSES.stream()
                        .filter(type -> !FACE.contains(type.getPackageName()) && isSeen(type))
                        .filter(type -> !isUsedElsewhere(type))
                        .map(JavaClass::getName)
                        .filter(type -> !needed.contains(type) && !namedToSpring.contains(type)))
                .as("because a type that its own package alone uses needs not be public")
                .isEmpty();
    }

    private static String namedToSpring() throws IOException {
        try (Stream<Path> files = Files.walk(META_INF)) {
            return files.filter(Files::isRegularFile).map(Sources::text).collect(Collectors.joining("\n"));
        }
    }

    private static boolean isUsedElsewhere(JavaClass type) {
        Stream<JavaClass> catchers = CLASSES.stream().filter(user -> isCaughtBy(user, type));
        return Stream.concat(type.getDirectDependenciesToSelf().stream().map(Dependency::getOriginClass), catchers)
                .anyMatch(user -> !user.getPackageName().equals(type.getPackageName()));
    }

    private static boolean isCaughtBy(JavaClass user, JavaClass type) {
        return user.getCodeUnits().stream()
                .flatMap(unit -> unit.getTryCatchBlocks().stream())
                .anyMatch(block -> block.getCaughtThrowables().contains(type));
    }

    private static boolean isSeen(JavaClass type) {
        return isPublicOrProtected(type.getModifiers())
                && type.getEnclosingClass().map(PublicFaceTests::isSeen).orElse(true);
    }

    private static boolean isPublicOrProtected(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static Stream<String> shown(JavaClass type) {
        Stream<JavaType> above = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        Stream<JavaType> fields = type.getFields().stream()
                .filter(field -> isPublicOrProtected(field.getModifiers()))
                .map(JavaField::getType);
        Stream<JavaType> methods = type.getCodeUnits().stream()
                .filter(method -> isPublicOrProtected(method.getModifiers()))
                .flatMap(PublicFaceTests::types);
        return Stream.of(above, fields, methods)
                .flatMap(types -> types)
                .flatMap(each -> each.getAllInvolvedRawTypes().stream())
                .map(JavaClass::getName);
    }

    private static Stream<JavaType> types(JavaCodeUnit method) {
        return Stream.of(List.of(method.getReturnType()), method.getParameterTypes(), method.getExceptionTypes())
                .flatMap(List::stream);
    }

    private static String packageOf(String type) {
        return CLASSES.get(type).getPackageName();
    }
}
