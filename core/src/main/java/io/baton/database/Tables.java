package io.baton.database;

import io.baton.BatonException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the schema, if one was chosen, before the names of Baton's tables. */
record Tables(@Nullable String schema) {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
    /** Every name of this kind stands for a table, but for that of an index which a statement is made to use. */
    private static final Pattern TABLE = Pattern.compile("(?<!INDEX \\()\\bbaton_[a-z_]+\\b");

    Tables {
        if (schema != null && !IDENTIFIER.matcher(schema).matches()) {
            throw new BatonException(
                    "'" + schema + "' is not usable as baton.schema.name: it takes letters, digits and underscores.");
        }
    }

    /** The statement with every table of Baton's where it belongs. */
    String in(String sql) {
        return schema == null ? sql : TABLE.matcher(sql).replaceAll(schema + ".$0");
    }
}
