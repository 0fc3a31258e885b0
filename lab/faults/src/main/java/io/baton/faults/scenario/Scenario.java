package io.baton.faults.scenario;

import io.baton.faults.Report;

/** One fault and what must hold in spite of it. */
interface Scenario {

    /** What its figures start with. */
    String name();

    /** Returns whether it runs on MariaDB as well, with SQL that both databases have. */
    default boolean onMariaDb() {
        return false;
    }

    /** Injects the fault into the cluster and reports the result. */
    void run(Cluster cluster, Report report);
}
