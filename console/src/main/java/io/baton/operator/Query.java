package io.baton.operator;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A query of a list. It has terms, the key after which the list continues, and the number of items. */
final class Query {

    /** The largest number of items in a page. */
    static final int MOST = 200;

    private static final int USUAL = 50;

    private final Map<String, String> terms;

    /** Creates a query of these terms; refuses any other than the known ones. */
    Query(Map<String, String> terms, Set<String> known) {
        terms.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw RefusedException.unknownParameter(name, known);
                });
        this.terms = Map.copyOf(terms);
    }

    /** Returns the value of a term; null if it is not set or blank. */
    @Nullable
    String term(String name) {
        String value = terms.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** Returns the key after which the list continues. */
    @Nullable
    String after() {
        return term("after");
    }

    int limit() {
        String limit = term("limit");
        if (limit == null) {
            return USUAL;
        }
        try {
            int wanted = Integer.parseInt(limit);
            if (wanted >= 1 && wanted <= MOST) {
                return wanted;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw RefusedException.invalid("\"limit\" must be a number from 1 to " + MOST);
    }
}
