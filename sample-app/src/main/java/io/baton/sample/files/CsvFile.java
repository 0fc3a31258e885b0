package io.baton.sample.files;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;

/** Reads files of {@code user,amount}, row by row. A file with an invalid line is rejected as a whole, with a message for each invalid line. */
final class CsvFile {

    private static final ObjectReader ROWS = CsvMapper.builder()
            .enable(CsvReadFeature.WRAP_AS_ARRAY)
            .enable(CsvReadFeature.TRIM_SPACES)
            .build()
            .readerFor(String[].class);
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Problems problems = new Problems();
    private final Consumer<Amount> amounts;

    private @Nullable Columns columns;
    private int rows;

    private CsvFile(Consumer<Amount> amounts) {
        this.amounts = amounts;
    }

    /**
     * Reads a whole file. If it is rejected, the caller discards the amounts that were passed on.
     *
     * @return how many rows it has
     */
    static int read(InputStream content, Consumer<Amount> amounts) {
        CsvFile file = new CsvFile(amounts);
        // invalid UTF-8 becomes a replacement character, which marks its line
        file.read(new InputStreamReader(content, StandardCharsets.UTF_8));
        file.problems.rejectIfAny();
        return file.rows;
    }

    private void read(Reader text) {
        try (MappingIterator<String[]> found = ROWS.readValues(text)) {
            int line = 1;
            try {
                while (found.hasNextValue()) {
                    row(line, found.nextValue());
                    line = found.currentLocation().getLineNr();
                }
            } catch (JacksonIOException e) {
                // the file could not be read to its end; another attempt may succeed
                throw e;
            } catch (JacksonException e) {
                problems.add(line, "a quote that does not end, or text behind one; the rest was not read");
            }
        }
    }

    private void row(int line, String[] cells) {
        if (line == 1 && cells.length > 0 && cells[0].startsWith(BYTE_ORDER_MARK)) {
            cells[0] = cells[0].substring(1).strip();
        }
        if (cells.length == 0 || (cells.length == 1 && cells[0].isBlank())) {
            return;
        }
        if (columns == null) {
            columns = Columns.of(cells);
            if (columns.header()) {
                columns.missing().ifPresent(missing -> problems.add(line, missing));
                return;
            }
        }
        try {
            amounts.accept(columns.read(cells));
        } catch (IllegalArgumentException e) {
            problems.add(line, String.valueOf(e.getMessage()));
        }
        rows++;
    }
}
