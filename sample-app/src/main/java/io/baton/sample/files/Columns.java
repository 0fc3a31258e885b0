package io.baton.sample.files;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The columns of a file.
 *
 * @param header whether the first row names the columns; files without a header have the user first, then the amount, and no other column
 * @param user the column of the user, -1 if it is missing
 * @param amount the column of the amount, -1 if it is missing
 * @param count how many columns a row has
 */
record Columns(boolean header, int user, int amount, int count) {

    private static final String USER = "user";
    private static final String AMOUNT = "amount";
    private static final int LONGEST_USER = 60;
    private static final String UNREADABLE = "\uFFFD";

    /** A first row that names one of the columns is a header: the columns may have any order then, and there may be others. */
    static Columns of(String[] first) {
        List<String> names = Arrays.stream(first)
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .toList();
        return names.contains(USER) || names.contains(AMOUNT)
                ? new Columns(true, names.indexOf(USER), names.indexOf(AMOUNT), first.length)
                : new Columns(false, 0, 1, 2);
    }

    Optional<String> missing() {
        return user >= 0 && amount >= 0
                ? Optional.empty()
                : Optional.of("the header has no column " + (user < 0 ? USER : AMOUNT));
    }

    /** Error messages never contain the value: they are stored, logged and shown. */
    Amount read(String[] cells) {
        require(missing().isEmpty(), "skipped, since the file has no column " + (user < 0 ? USER : AMOUNT));
        require(Arrays.stream(cells).noneMatch(cell -> cell.contains(UNREADABLE)), "is not UTF-8");
        require(cells.length == count, cells.length + " columns, not " + count + "; expected user,amount");
        String name = cells[user].strip();
        String number = cells[amount].strip();
        require(!name.isEmpty() && name.length() <= LONGEST_USER, "the user has to have 1 to 60 characters");
        require(name.codePoints().noneMatch(Character::isISOControl), "the user has a control character");
        require(number.matches("-?\\d{1,12}(\\.\\d{1,2})?"), "the amount is no number like 12 or 12.50");
        return new Amount(name, new BigDecimal(number));
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
