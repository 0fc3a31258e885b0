package io.baton.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that runs once on each of these databases, of which {@code -Dbaton.test.databases=h2,postgres} selects some. Without a
 * server the tests are reported as skipped. A class that needs the database before its tests is a {@link TestsOnDatabase}; methods of
 * tests may have it as a parameter.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ClassTemplate
@ExtendWith(EachDatabase.class)
@Tag("databases")
public @interface OnEachDatabase {

    /** The databases. */
    TestDatabase[] value() default {TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB, TestDatabase.MYSQL};

    /** Further ones. */
    TestDatabase[] and() default {};
}
