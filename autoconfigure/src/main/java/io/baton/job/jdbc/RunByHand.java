package io.baton.job.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tells of a migration that no history knows whether somebody ran it all the same: then the tables that it makes are there. */
record RunByHand(DataSource dataSource, Tables tables, String location) {

    private static final Pattern MADE = Pattern.compile("(?i)\\bCREATE TABLE (baton_\\w+)");

    boolean ran(String script) {
        List<String> made = made(script);
        return !made.isEmpty() && made.stream().allMatch(this::isThere);
    }

    private List<String> made(String script) {
        try {
            String sql = new ClassPathResource(location + "/" + script, RunByHand.class.getClassLoader())
                    .getContentAsString(StandardCharsets.UTF_8);
            return MADE.matcher(sql)
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Baton's migration " + script + " cannot be read", e);
        }
    }

    private boolean isThere(String table) {
        try {
            new JdbcTemplate(dataSource).execute(tables.in("SELECT 1 FROM " + table + " WHERE 1 = 0"));
            return true;
        } catch (DataAccessException e) {
            return false;
        }
    }
}
