package io.baton.testing;

/** Tests on one database after the other, in one instance per class; see {@link OnEachDatabase}. */
public interface TestsOnDatabase {

    /** Opens what the tests on this database have in common. */
    void open(TestDatabase kind);

    /** Closes it after the last test on this database. */
    void close();
}
