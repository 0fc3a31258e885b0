package io.baton.benchmark;

import io.baton.testing.server.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * One batch of very many items that are no jobs.
 *
 * @param suffix of the figures
 */
record BatchItems(Bench bench, Server server, Team team, String suffix) {

    private static final int WARM_UP = 20_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final double MILLION = 1e6;
    private static final String LAST = "batch_id = (SELECT max(id) FROM baton_batch) AND bits IS NOT NULL";

    void run() throws Exception {
        team.first().ask("measure", "add", WARM_UP);
        team.first().ask("measure", "ack", WARM_UP);
        int items = bench.size().items();
        long added = team.first().number("measure", "add", items);
        figure("add_s", added / 1e9);
        figure("bytes_per_million", bits() * MILLION / items);
        tableSize("table_bytes");
        expand(items);
        bench.settleDisk(server);
        acknowledge(items);
        tableSize("table_bytes_after");
    }

    private void expand(int items) throws Exception {
        List<String> expanded = answer("expand", items);
        figure("expand_heap_mb", Double.parseDouble(expanded.get(1)) / MILLION);
        if (Integer.parseInt(expanded.get(0)) != items) {
            throw new IllegalStateException(items + " items have " + expanded.get(0) + " ids");
        }
    }

    private void acknowledge(int items) throws Exception {
        List<String> done = answer("ack", items);
        figure("acks_per_s", items / (Double.parseDouble(done.get(0)) / 1e9));
        figure("acks_completions", Double.parseDouble(done.get(1)));
        boolean complete = bits() == 0;
        if (!done.get(1).equals(complete ? "1" : "0")) {
            throw new IllegalStateException(
                    done.get(1) + " calls completed a batch that has " + bits() + " bytes of bits left");
        }
        if (!complete) {
            // a call that did not get the batch for a second among the others left its items to a worker
            team.askAll("on");
            Patience.upTo(PATIENCE).until("a worker has completed the batch", () -> bits() == 0);
            team.askAll("off");
        }
    }

    private List<String> answer(String what, int items) throws Exception {
        return List.of(team.first().ask("measure", what, items).split(" ", -1));
    }

    private long bits() throws SQLException {
        return Server.number(
                team.url, "SELECT coalesce(sum(octet_length(bits)), 0) FROM baton_batch_group WHERE " + LAST);
    }

    private void tableSize(String name) throws SQLException {
        if (server.process() instanceof PostgresServer) {
            figure(name, (double) Server.number(team.url, "SELECT pg_total_relation_size('baton_batch_group')"));
        }
    }

    private void figure(String name, double value) {
        bench.report().figure("batches." + name + suffix, value);
        bench.report().note(name + suffix + " " + value);
    }
}
