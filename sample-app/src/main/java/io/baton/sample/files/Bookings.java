package io.baton.sample.files;

import java.io.InputStream;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The bookings of each user, by file and business day. Rows are only inserted, so that no file waits for another; the totals are sums. */
@Component
class Bookings {

    /** How many users of a file are added up in memory. */
    private static final int PORTION = 10_000;

    private final JdbcTemplate template;
    private final JdbcClient jdbc;

    Bookings(JdbcTemplate template, JdbcClient jdbc) {
        this.template = template;
        this.jdbc = jdbc;
    }

    /** Books a file's amounts in the caller's transaction; returns how many rows it has. */
    int book(long file, LocalDate day, InputStream content) {
        Portions portions = new Portions(file, day);
        int rows = CsvFile.read(content, portions::add);
        portions.store();
        return rows;
    }

    /** Returns the users' totals, by name. */
    List<Total> totals(int limit) {
        return jdbc.sql("select user_name, sum(amount) as total from booking group by user_name order by user_name"
                        + " fetch first " + limit + " rows only")
                .query((row, number) -> new Total(row.getString("user_name"), row.getBigDecimal("total")))
                .list();
    }

    /** The total of one user over all files. */
    record Total(String user, BigDecimal total) {}

    /** Adds up the amounts of one file. */
    private final class Portions {

        private final long file;
        private final LocalDate day;
        private final Map<String, BigDecimal> sums = new TreeMap<>();
        private int portion;

        private Portions(long file, LocalDate day) {
            this.file = file;
            this.day = day;
        }

        private void add(Amount row) {
            sums.merge(row.user(), row.amount(), BigDecimal::add);
            if (sums.size() == PORTION) {
                store();
            }
        }

        private void store() {
            template.batchUpdate(
                    "insert into booking (user_name, file_id, business_day, part, amount) values (?, ?, ?, ?, ?)",
                    sums.entrySet().stream()
                            .map(sum -> new Object[] {sum.getKey(), file, day, portion, sum.getValue()})
                            .toList());
            sums.clear();
            portion++;
        }
    }
}
