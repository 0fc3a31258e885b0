package io.baton.job;

import java.util.concurrent.Callable;

/** A READ COMMITTED transaction that the test drives step by step; rolled back at its end. */
interface HeldTransaction extends AutoCloseable {

    /** Does it in the transaction and waits for the answer. */
    <T> T call(Callable<T> step);

    void rollback();

    @Override
    void close();
}
