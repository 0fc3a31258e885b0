package io.baton;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.baton.autoconfigure.BatonAutoConfiguration;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.operator.Operations;
import java.io.ObjectInputStream;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.ColumnMapRowMapper;
import org.springframework.jdbc.core.RowMapper;

/** Which packages may use what. A rule that is in the way is changed for all code or not at all; it gets no exception by class name. */
class ArchitectureTests {

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .importUrls(Stream.of(Jobs.class, Operations.class, BatonAutoConfiguration.class)
                    .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                    .toList());

    /** By which applications say how their own rows are read. */
    private static final DescribedPredicate<JavaClass> ROWS =
            type(RowMapper.class).or(type(ColumnMapRowMapper.class));

    /** The rooms whose statements stand beside what uses them. */
    private static final Set<String> CAPABILITIES = Set.of(
            "io.baton.batch",
            "io.baton.chunk",
            "io.baton.flow",
            "io.baton.monitor",
            "io.baton.once",
            "io.baton.permit",
            "io.baton.sequence",
            "io.baton.share",
            "io.baton.recurring",
            "io.baton.unique");

    private static final Set<String> STATEMENTS = Stream.concat(
                    Stream.of("io.baton.database", "io.baton.schema", "io.baton.*.jdbc"), CAPABILITIES.stream())
            .collect(Collectors.toSet());

    /** What tells the time in packages that begin so, beside types that are clocks or dates: also of when something began or was written. */
    private static final Map<String, Set<String>> CLOCKS = Map.of(
            "java.time", Set.of("now", "dateNow"),
            "java.lang", Set.of("currentTimeMillis", "startInstant", "getStartTime", "getUptime"),
            "java.io", Set.of("lastModified"),
            "java.net", Set.of("getDate", "getLastModified"),
            "java.nio.file",
                    Set.of("getLastModifiedTime", "lastModifiedTime", "lastAccessTime", "creationTime", "getAttribute"),
            "org.springframework", Set.of("getStartupDate", "getTimestamp", "lastModified"),
            "io.micrometer", Set.of("wallTime"));

    @ParameterizedTest
    @EnumSource
    void no_package_knows_what_lies_above_it(Layer layer) {
        String[] known = layer.known().toArray(String[]::new);
        holds(classes()
                .that()
                .resideInAPackage(layer.inside())
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(known)
                        .or(describe("foreign", other -> !other.getPackageName().startsWith("io.baton"))))
                .because("a package depends only on those that Layer lists for it: " + layer.inside() + " may use "
                        + layer.known()));
    }

    @Test
    void every_package_is_a_layer() {
        assertThat(HOUSE.stream().map(type -> type.getPackageName()).collect(Collectors.toSet()))
                .as("because a package that is in no layer could know everything; add it to Layer")
                .isEqualTo(Stream.of(Layer.values()).map(Layer::inside).collect(Collectors.toSet()));
    }

    @Test
    void packages_form_no_circle() {
        holds(slices().matching("io.(**)")
                .should()
                .beFreeOfCycles()
                .because("two packages that know each other are one, and cannot be understood or tested apart"));
    }

    @ParameterizedTest
    @EnumSource
    void files_of_a_package_form_no_circle(Layer layer) {
        holds(slices().assignedFrom(new FilesOf(layer.inside()))
                .should()
                .beFreeOfCycles()
                .because("of two files that know each other neither can be read first"));
    }

    @Test
    void constructors_take_six_parameters_at_most() {
        assertThat(HOUSE.stream()
                        .filter(type -> !type.isRecord() && !type.isEnum())
                        .flatMap(type -> type.getConstructors().stream())
                        .filter(constructor ->
                                constructor.getRawParameterTypes().size() > 6))
                .as("because more of them hide an object that has no name yet")
                .isEmpty();
    }

    @Test
    void meters_stay_with_the_metrics() {
        confined(
                "an application need not have Micrometer; autoconfigure checks whether it does",
                Set.of("io.baton.metrics", "io.baton.autoconfigure"),
                "io.micrometer.core..");
    }

    @Test
    void requests_stay_with_the_web() {
        confined(
                "an application need not have Spring MVC; autoconfigure checks whether it does",
                Set.of("io.baton.batch.web", "io.baton.dashboard", "io.baton.autoconfigure"),
                "org.springframework.web..",
                "org.springframework.http..",
                "jakarta.servlet..");
    }

    @Test
    void flyway_stays_with_the_tables() {
        confined("only the package of the tables may change tables", Set.of("io.baton.schema"), "org.flywaydb..");
    }

    @Test
    void object_mapping_stays_with_the_entities() {
        confined(
                "entities are for queries of applications: used by the engine they would cost most of its throughput",
                Set.of("io.baton.jpa", "io.baton.autoconfigure"),
                "org.hibernate..",
                "jakarta.persistence..",
                "org.springframework.orm..",
                "org.springframework.data.jpa..");
    }

    @Test
    void statements_stay_in_packages_for_statements() {
        confined(
                "how rows are read and written stands with the capability that owns them: in its package, or one named jdbc",
                STATEMENTS,
                resideInAnyPackage(
                                "org.springframework.jdbc.core..",
                                "org.springframework.jdbc.object..",
                                "org.springframework.jdbc.support..")
                        .and(not(ROWS)));
        holds(noClasses()
                .that()
                .resideOutsideOfPackages(
                        Stream.concat(STATEMENTS.stream(), Stream.of("io.baton.connection", "io.baton.wakeup"))
                                .toArray(String[]::new))
                .should()
                .dependOnClassesThat(resideInAPackage("java.sql..").and(not(type(SQLException.class))))
                .because(
                        "besides statements, only what opens connections and the wake-up, which listens on one, need them;"
                                + " neither reads a table. Every class that reports a failure may read its codes"));
    }

    @Test
    void statements_of_a_capability_begin_no_transaction_and_do_not_wait() {
        holds(noClasses()
                .that()
                .resideInAnyPackage(CAPABILITIES.toArray(String[]::new))
                .and(describe("have a database", type -> type.getAllFields().stream()
                        .anyMatch(field -> field.getRawType().isEquivalentTo(Database.class))))
                .should()
                .dependOnClassesThat(type(Transactions.class)
                        .or(type(OwnTransactions.class))
                        .or(type(CallersTransaction.class))
                        .or(type(Ticker.class))
                        .or(type(SweepTask.class)))
                .because("how rows are read and written stands in nothing that decides or waits; its callers do both"));
    }

    @Test
    void drivers_are_seen_only_by_the_wake_up() {
        confined(
                "an application has the driver of its own database and no other",
                Set.of("io.baton.wakeup"),
                "org.postgresql..",
                "org.mariadb..",
                "com.mysql..",
                "org.h2..");
    }

    @Test
    void the_pool_is_seen_only_where_connections_are_opened() {
        confined(
                "an application need not have Hikari; autoconfigure only reads the application's pool",
                Set.of("io.baton.connection", "io.baton.autoconfigure"),
                "com.zaxxer.hikari..");
    }

    @Test
    void connections_are_seen_only_where_transactions_are_chosen() {
        confined(
                "only what opens connections, and who decides in which transaction a write runs, may look at them",
                Stream.concat(
                                STATEMENTS.stream(),
                                Stream.of("io.baton.connection", "io.baton.enqueue", "io.baton.autoconfigure"))
                        .collect(Collectors.toSet()),
                resideInAPackage("org.springframework.jdbc..").and(not(ROWS)));
    }

    @Test
    void json_stays_with_the_types() {
        confined(
                "a PayloadCodec bean replaces Jackson for all that is stored, or for nothing; what is said over HTTP is JSON in any case",
                Set.of("io.baton.type", "io.baton.batch.web", "io.baton.dashboard"),
                "tools.jackson..",
                "com.fasterxml.jackson.core..",
                "com.fasterxml.jackson.databind..");
        confined(
                "annotations say how a class of the API looks in the JSON of applications, and are ignored where Jackson is not",
                Set.of("io.baton", "io.baton.type"),
                "com.fasterxml.jackson.annotation..");
    }

    @Test
    void nobody_reads_the_clock_of_this_machine() {
        String reason = "clocks of nodes differ and jump: every time is computed and compared by the database";
        holds(noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(InstantSource.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Calendar.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Date.class)
                .because(reason));
        never(reason, ArchitectureTests::readsClock);
    }

    private static boolean readsClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getPackageName();
        return CLOCKS.entrySet().stream()
                .anyMatch(clock ->
                        owner.startsWith(clock.getKey()) && clock.getValue().contains(access.getName()));
    }

    @Test
    void no_class_is_chosen_by_stored_text() {
        String reason = "who can write a row must not be able to choose which class is made";
        holds(noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ObjectInputStream.class)
                .because(reason));
        never(
                reason,
                access -> access.getName().equals("activateDefaultTyping")
                        || (access.getName().equals("forName")
                                && access.getTargetOwner().isEquivalentTo(Class.class))
                        || (access.getName().equals("loadClass")
                                && access.getTargetOwner().isAssignableTo(ClassLoader.class)));
    }

    @Test
    void nobody_prints() {
        never(
                "what an application logs, and where, is its own affair: use SLF4J",
                access -> access.getTargetOwner().isEquivalentTo(System.class)
                        && Set.of("out", "err").contains(access.getName()));
    }

    @Test
    void auto_configurations_offer_beans_and_nothing_else() {
        String reason = "an application that calls or extends an auto-configuration could never be upgraded";
        holds(classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .bePublic()
                .andShould()
                .haveModifier(JavaModifier.FINAL)
                .because(reason));
        holds(methods()
                .that()
                .areDeclaredInClassesThat()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .notBePublic()
                .because(reason));
    }

    @Test
    void no_bean_method_returns_null() {
        assertThat(HOUSE.stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.isAnnotatedWith(Bean.class))
                        .filter(method ->
                                method.reflect().getAnnotatedReturnType().isAnnotationPresent(Nullable.class)))
                .as("because a bean that is null is there for every condition; let a condition leave it out")
                .isEmpty();
    }

    @Test
    void every_package_says_what_may_be_null() {
        assertThat(HOUSE.stream().map(type -> type.getPackage()).distinct())
                .as("because null-safety that leaves a package out is a hope; add a package-info with @NullMarked")
                .filteredOn(layer -> !isNullMarked(layer))
                .isEmpty();
    }

    private static boolean isNullMarked(JavaPackage layer) {
        return layer.tryGetPackageInfo().isPresent() && layer.isAnnotatedWith(NullMarked.class);
    }

    private static void confined(String reason, Set<String> packages, String... foreign) {
        confined(reason, packages, resideInAnyPackage(foreign));
    }

    private static void confined(String reason, Set<String> packages, DescribedPredicate<JavaClass> foreign) {
        holds(noClasses()
                .that()
                .resideOutsideOfPackages(packages.toArray(String[]::new))
                .should()
                .dependOnClassesThat(foreign)
                .because(reason));
    }

    private static void never(String reason, Predicate<JavaAccess<?>> access) {
        holds(noClasses()
                .should()
                .accessTargetWhere(describe("is ruled out", access))
                .because(reason));
    }

    private static void holds(ArchRule rule) {
        rule.check(HOUSE);
    }

    /** Each file of a package with all its classes. */
    private record FilesOf(String layer) implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return type.getPackageName().equals(layer)
                    ? SliceIdentifier.of(file(type).getSimpleName())
                    : SliceIdentifier.ignore();
        }

        private static JavaClass file(JavaClass type) {
            return type.getEnclosingClass().map(FilesOf::file).orElse(type);
        }

        @Override
        public String getDescription() {
            return "the files of " + layer;
        }
    }
}
