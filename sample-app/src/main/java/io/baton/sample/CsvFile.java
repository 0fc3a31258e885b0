package io.baton.sample;

import io.baton.JobRejectedException;
import java.math.BigDecimal;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A file of lines {@code user,amount}, which may begin with a line that says just that.
 *
 * @param rows how many lines it has
 * @param amounts what it holds for each user, by name
 */
record CsvFile(int rows, SortedMap<String, BigDecimal> amounts) {

    private static final int LONGEST_USER = 60;
    private static final int LONGEST_AMOUNT = 15;

    /** Reads the whole file; a line that makes no sense rejects all of it, since no further attempt would read it better. */
    static CsvFile parse(String content) {
        List<String> lines = withoutMark(content).lines().toList();
        SortedMap<String, BigDecimal> amounts = new TreeMap<>();
        int rows = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank() && !(i == 0 && isHeader(lines.get(i)))) {
                addLine(amounts, lines.get(i), i + 1);
                rows++;
            }
        }
        return new CsvFile(rows, amounts);
    }

    /** Some editors begin a file with a byte order mark, which is no part of the first name. */
    private static String withoutMark(String content) {
        return content.startsWith("\uFEFF") ? content.substring(1) : content;
    }

    private static boolean isHeader(String line) {
        return line.replaceAll("\\s", "").equalsIgnoreCase("user,amount");
    }

    private static void addLine(SortedMap<String, BigDecimal> amounts, String line, int number) {
        int comma = line.lastIndexOf(',');
        if (comma < 0) {
            throw rejected(number, "no comma; expected user,amount");
        }
        amounts.merge(
                user(line.substring(0, comma).strip(), number),
                amount(line.substring(comma + 1).strip(), number),
                BigDecimal::add);
    }

    private static String user(String text, int number) {
        if (text.isEmpty() || text.length() > LONGEST_USER) {
            throw rejected(number, "the user has to have 1 to " + LONGEST_USER + " characters");
        }
        return text;
    }

    private static BigDecimal amount(String text, int number) {
        if (!text.matches("-?\\d{1,12}(\\.\\d{1,2})?") || text.length() > LONGEST_AMOUNT) {
            throw rejected(number, "the amount is no number like 12 or 12.50");
        }
        return new BigDecimal(text);
    }

    /** Tells where and what, never the line itself: errors are stored, logged and shown. */
    private static JobRejectedException rejected(int number, String reason) {
        return new JobRejectedException("line " + number + ": " + reason);
    }
}
