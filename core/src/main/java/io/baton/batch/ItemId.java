package io.baton.batch;

import io.baton.InvalidItemException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The id of an item.
 *
 * @param batch that it belongs to
 * @param group within the batch
 * @param index within the group
 */
record ItemId(long batch, long group, int index) {

    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17}):([1-9][0-9]{0,17}):(0|[1-9][0-9]{0,4})");

    /** Parses an id, which comes from outside and is not trusted. */
    static ItemId parse(@Nullable String text) {
        if (text == null) {
            throw new InvalidItemException("An item of a batch is named as batch:group:index, not null");
        }
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new InvalidItemException("An item of a batch is named as batch:group:index, not " + shown(text));
        }
        return new ItemId(
                Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)), Integer.parseInt(parts.group(3)));
    }

    private static String shown(String text) {
        return text.length() > 60 ? "by " + text.length() + " characters" : "\"" + text + "\"";
    }

    @Override
    public String toString() {
        return batch + ":" + group + ":" + index;
    }
}
