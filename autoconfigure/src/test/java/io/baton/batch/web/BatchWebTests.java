package io.baton.batch.web;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.baton.Batches;
import io.baton.batch.web.DocumentedApi.Answer;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Batches over HTTP, on any database and in any application. Every answer is compared with the document that is served. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB})
class BatchWebTests implements TestsOnDatabase {

    @SuppressWarnings("NullAway.Init")
    ConfigurableApplicationContext host;

    @SuppressWarnings("NullAway.Init")
    DocumentedApi api;

    String context() {
        return "";
    }

    String path() {
        return "/baton/batches";
    }

    Class<?> application() {
        return WebHost.Plain.class;
    }

    String[] properties() {
        return new String[] {WebHost.SWITCHED_ON};
    }

    @Override
    public void open(TestDatabase kind) {
        host = WebHost.serve(application(), kind.freshAccess(), properties());
        api = api();
    }

    @Override
    public void close() {
        host.close();
    }

    DocumentedApi api() {
        return new DocumentedApi(WebHost.address(host), context(), path());
    }

    private long open(String key) {
        return api.post("", "{\"key\": \"" + key + "\"}").body().get("id").longValue();
    }

    private List<String> add(long batch, int count) {
        Answer answer = api.post("/" + batch + "/items", "{\"count\": " + count + "}");
        assertThat(answer.status()).isEqualTo(201);
        return answer.body()
                .get("groups")
                .valueStream()
                .flatMap(group -> IntStream.range(0, group.get("size").intValue())
                        .mapToObj(index -> batch + ":" + group.get("id") + ":" + index))
                .toList();
    }

    private Answer ack(List<String> items) {
        return api.post("/acks", items.stream().collect(Collectors.joining("\", \"", "{\"items\": [\"", "\"]}")));
    }

    private static String state(JsonNode batch) {
        return batch.get("state").stringValue();
    }

    @Test
    void a_key_finds_the_batch_that_it_has_opened() {
        Answer opened = api.post("", "{\"key\": \"catalog:7 /ä?&\"}");
        Answer again = api.post("", "{\"key\": \"catalog:7 /ä?&\"}");
        Answer found = api.get("?key=catalog%3A7%20%2F%C3%A4%3F%26");
        assertThat(List.of(opened.status(), again.status(), found.status())).containsExactly(201, 200, 200);
        assertThat(opened.body()).isEqualTo(again.body()).isEqualTo(found.body());
        assertThat(opened.headers().firstValue("Location"))
                .hasValue(context() + path() + "/" + opened.body().get("id"));
    }

    @Test
    void without_a_key_each_call_opens_a_batch() {
        Answer one = api.post("", "{}");
        Answer other = api.post("", "{\"key\": null}");
        assertThat(List.of(one.status(), other.status())).containsExactly(201, 201);
        assertThat(one.body().get("id")).isNotEqualTo(other.body().get("id"));
        assertThat(one.body().get("key").isNull()).isTrue();
    }

    @Test
    void of_all_who_open_by_one_key_one_has_opened() {
        List<Answer> answers = atOnce(Collections.nCopies(16, () -> {
            Answer answer = api.post("", "{\"key\": \"only one is told that it is new\"}");
            // on a busy machine the first may hold the key for longer than the others wait
            for (int time = 0; time < 20 && answer.status() == 409; time++) {
                answer = api.post("", "{\"key\": \"only one is told that it is new\"}");
            }
            return answer;
        }));
        assertThat(answers)
                .extracting(answer -> answer.body().get("id"))
                .containsOnly(answers.get(0).body().get("id"));
        assertThat(answers).extracting(Answer::status).containsOnlyOnce(201).contains(200);
    }

    @Test
    void an_application_and_its_clients_see_the_same() {
        long batch = open("both");
        assertThat(host.getBean(Batches.class)
                        .find("both")
                        .orElseThrow()
                        .addItems(3)
                        .count())
                .isEqualTo(3);
        assertThat(api.get("/" + batch).body().get("items").longValue()).isEqualTo(3);
    }

    @Test
    void many_thousand_items_are_added_by_ten_thousands_and_acknowledged_by_hundreds() {
        long batch = open("large");
        List<String> items = new ArrayList<>();
        for (int count : new int[] {10_000, 10_000, 6_000}) {
            items.addAll(add(batch, count));
        }
        assertThat(items).hasSize(26_000).doesNotHaveDuplicates();
        assertThat(state(api.post("/" + batch + "/seal", null).body())).isEqualTo("RUNNING");
        Collections.shuffle(items);
        List<Callable<List<Answer>>> ackers =
                List.of(() -> ackAll(items.subList(0, 14_000)), () -> ackAll(items.subList(12_000, 26_000)));
        assertThat(atOnce(ackers).stream().flatMap(List::stream).filter(BatchWebTests::completedNow))
                .hasSizeLessThanOrEqualTo(1);
        awaitComplete(batch);
        assertThat(api.get("/" + batch).body().get("remaining").longValue()).isZero();
    }

    private List<Answer> ackAll(List<String> items) {
        return IntStream.range(0, items.size() / 100)
                .mapToObj(part -> ack(items.subList(part * 100, part * 100 + 100)))
                .toList();
    }

    private static boolean completedNow(Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        return answer.body().at("/batches/0/completedNow").booleanValue();
    }

    @Test
    void of_two_concurrent_last_acknowledgements_one_at_most_completes_the_batch() {
        long completed = 0;
        for (int round = 0; round < 20; round++) {
            long batch = open("round " + round);
            List<String> items = add(batch, 2);
            api.post("/" + batch + "/seal", null);
            List<Answer> answers = atOnce(items.stream()
                    .<Callable<Answer>>map(item -> () -> ack(List.of(item)))
                    .toList());
            long callers = answers.stream().filter(BatchWebTests::completedNow).count();
            assertThat(callers).isLessThanOrEqualTo(1);
            awaitComplete(batch);
            completed += callers;
        }
        assertThat(completed).isPositive();
    }

    /** A caller that waited for a second, as it may on a busy machine, leaves the end to a worker. */
    private void awaitComplete(long batch) {
        await().atMost(ofMinutes(1))
                .until(() -> state(api.get("/" + batch).body()).equals("COMPLETE"));
    }

    @Test
    void items_of_several_batches_are_acknowledged_in_one_call() {
        List<String> items = Stream.of(open("one of two"), open("two of two"))
                .flatMap(batch -> add(batch, 2).stream())
                .toList();
        JsonNode batches = ack(items).body().get("batches");
        assertThat(batches.valueStream().map(batch -> batch.get("remaining").intValue()))
                .containsExactly(0, 0);
        assertThat(api.post("/acks", "{\"items\": []}").body().get("batches")).isEmpty();
    }

    @Test
    void an_empty_batch_is_complete_once_it_is_sealed() {
        long batch = open("empty");
        assertThat(add(batch, 0)).isEmpty();
        JsonNode sealed = api.post("/" + batch + "/seal", null).body();
        assertThat(sealed.get("completedNow").booleanValue()).isTrue();
        assertThat(api.post("/" + batch + "/seal", null)
                        .body()
                        .get("completedNow")
                        .booleanValue())
                .isFalse();
        assertThat(Instant.parse(sealed.get("completedAt").stringValue()))
                .isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
    }

    @Test
    void nothing_is_added_to_a_sealed_batch() {
        long batch = open("sealed");
        api.post("/" + batch + "/seal", null);
        Answer refused = api.post("/" + batch + "/items", "{\"count\": 1}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("batch-sealed");
        assertThat(api.get("/" + batch).body().get("items").longValue()).isZero();
    }

    @Test
    void of_items_one_of_which_there_is_not_none_is_acknowledged() {
        long batch = open("strict");
        List<String> items = new ArrayList<>(add(batch, 2));
        String beyond = items.get(0).replaceAll("0$", "2");
        for (String wrong : List.of(beyond, "1:2", items.get(0) + ":0", "-" + items.get(0), " " + items.get(0), "")) {
            Answer refused = ack(List.of(items.get(0), wrong));
            assertThat(refused.status()).as(wrong).isEqualTo(400);
            assertThat(refused.problem()).isEqualTo("invalid-item");
        }
        assertThat(api.get("/" + batch).body().get("remaining").longValue()).isEqualTo(2);
        assertThat(ack(List.of("999999999999:1:0")).problem()).isEqualTo("unknown-batch");
    }

    @Test
    void one_call_takes_ten_thousand_items_and_no_more() {
        long batch = open("full");
        List<String> items = add(batch, 10_000);
        assertThat(api.post("/" + batch + "/items", "{\"count\": 10001}").problem())
                .isEqualTo("too-many-items");
        assertThat(ack(items).body().at("/batches/0/remaining").longValue()).isZero();
        assertThat(ack(Stream.concat(items.stream(), Stream.of(items.get(0))).toList())
                        .problem())
                .isEqualTo("too-many-items");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "abc", "01", "+1", "1e3", "9223372036854775808", "123456789012345678"})
    void no_other_id_is_that_of_a_batch(String id) {
        assertThat(api.get("/" + id).problem()).isEqualTo("unknown-batch");
        assertThat(api.post("/" + id + "/seal", null).problem()).isEqualTo("unknown-batch");
        assertThat(api.post("/" + id + "/items", "{\"count\": 1}").problem()).isEqualTo("unknown-batch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\\u0000", "\\ud800", "\\n"})
    void no_text_is_a_key_that_nobody_could_read(String key) {
        assertThat(api.post("", "{\"key\": \"" + key + "\"}").problem()).isEqualTo("invalid-key");
        assertThat(api.post("", "{\"key\": \"" + "k".repeat(201) + "\"}").problem())
                .isEqualTo("invalid-key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?key=", "?key=%00"})
    void a_search_names_a_key(String query) {
        assertThat(api.get(query).problem()).isEqualTo("invalid-key");
    }

    @Test
    void a_parameter_that_there_is_not_is_refused() {
        assertThat(api.get("?kee=1").problem()).isEqualTo("unknown-parameter");
        assertThat(api.get("?key=nobody&limit=5").problem()).isEqualTo("unknown-parameter");
        assertThat(api.get("/1?key=nobody").problem()).isEqualTo("unknown-parameter");
        assertThat(api.post("?key=nobody", "{}").problem()).isEqualTo("unknown-parameter");
    }

    @Test
    void a_key_that_nobody_has_opened_finds_nothing() {
        assertThat(api.get("?key=nobody").problem()).isEqualTo("unknown-batch");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                            | unreadable-body
                    {                             | unreadable-body
                    []                            | unreadable-body
                    "text"                        | unreadable-body
                    {}                            | unreadable-body
                    {"count": 1} {}               | unreadable-body
                    {"count": 1, "count": 2}      | unreadable-body
                    {"count": 1, "colour": "red"} | unreadable-body
                    {"count": "1"}                | unreadable-body
                    {"count": 1.5}                | unreadable-body
                    {"count": null}               | unreadable-body
                    {"count": -1}                 | invalid-count
                    {"count": -99999999999999}    | invalid-count
                    {"count": 99999999999999}     | too-many-items
                    """)
    void a_count_is_a_whole_number(String body, String problem) {
        Answer refused = api.post("/" + open("counted") + "/items", body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.problem()).isEqualTo(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"items\": \"1:2:3\"}", "{\"items\": [1]}", "{\"items\": [null]}", "{\"items\": [[]]}", "{}"})
    void items_are_a_list_of_texts(String body) {
        assertThat(api.post("/acks", body).problem()).isEqualTo("unreadable-body");
    }

    @Test
    void what_is_refused_comes_back_shortened_if_at_all() {
        String secret = "s3cret";
        assertThat(api.post("", "{\"key\": " + secret).body().toString()).doesNotContain(secret);
        assertThat(api.post("", "{\"" + secret + "\": 1}").body().toString()).doesNotContain(secret);
        assertThat(ack(List.of("x".repeat(10_000))).body().toString()).hasSizeLessThan(1_000);
        assertThat(api.post("", "[".repeat(5_000)).problem()).isEqualTo("unreadable-body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/xml", "what?"})
    void a_body_is_sent_as_json(String type) {
        assertThat(api.call("POST", "", "{}", type).status()).isEqualTo(415);
        assertThat(api.call("POST", "", "{}", "application/json; charset=utf-8").status())
                .isEqualTo(201);
        assertThat(api.call("POST", "", "{}", "application/merge-patch+json").status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({"'', 16384", "/items, 16384", "/acks, 1000000"})
    void a_body_that_is_too_large_is_refused_however_it_is_sent(String below, int most) {
        String call = below.equals("/items") ? "/" + open("bounded") + below : below;
        String field = below.isEmpty() ? "key" : below.substring(1).replace("acks", "items");
        String body = "{\"" + field + "\": []}";
        String largest = body + " ".repeat(most - body.length());
        for (Answer refused : List.of(api.post(call, largest + " "), api.postChunked(call, largest + " "))) {
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.problem()).isEqualTo("body-too-large");
        }
        for (Answer read : List.of(api.post(call, largest), api.postChunked(call, largest))) {
            assertThat(read.status()).isEqualTo(below.equals("/acks") ? 200 : 400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "", "{\"items\": [\"1:2", "[]", "\u0000"})
    void what_comes_in_chunks_and_is_no_json_is_refused(String body) {
        Answer refused = api.postChunked("/acks", body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.problem()).isEqualTo("unreadable-body");
    }

    @Test
    void every_answer_that_is_documented_is_given() {
        DocumentedApi fresh = api();
        long batch =
                fresh.post("", "{\"key\": \"documented\"}").body().get("id").longValue();
        String large = "{\"key\": \"" + "x".repeat(1_000_000) + "\"}";
        fresh.post("", "{\"key\": \"documented\"}");
        fresh.post("", "[]");
        fresh.post("", large);
        fresh.call("POST", "", "{}", "text/plain");
        fresh.get("?key=documented");
        fresh.get("");
        fresh.get("?key=nobody");
        fresh.get("/" + batch);
        fresh.get("/" + batch + "?key=nobody");
        fresh.get("/nobody");
        String items = "/" + batch + "/items";
        JsonNode groups = fresh.post(items, "{\"count\": 8001}").body().get("groups");
        assertThat(groups.valueStream().map(group -> group.get("size").intValue()))
                .containsExactly(8_000, 1);
        fresh.post(items, "{}");
        fresh.post("/0/items", "{\"count\": 1}");
        fresh.post(items, large);
        fresh.call("POST", items, "{}", "text/plain");
        fresh.post("/acks", "{\"items\": [\"" + batch + ":" + groups.at("/1/id") + ":0\"]}");
        fresh.post("/acks", "{\"items\": [\"999999999999:1:0\"]}");
        fresh.post("/acks", "{}");
        fresh.post("/acks", large);
        fresh.call("POST", "/acks", "{}", "text/plain");
        fresh.post("/" + batch + "/seal", null);
        fresh.post("/" + batch + "/seal?key=nobody", null);
        new TransactionTemplate(host.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            host.getBean(Batches.class).open("not committed").seal();
            host.getBean(JdbcTemplate.class).queryForList("SELECT id FROM baton_batch FOR UPDATE");
            assertThat(fresh.post("", "{\"key\": \"not committed\"}").problem()).isEqualTo("batch-locked");
            assertThat(fresh.post("/" + batch + "/seal", null).problem()).isEqualTo("batch-locked");
            status.setRollbackOnly();
        });
        fresh.post("/nobody/seal", null);
        fresh.post(items, "{\"count\": 1}");
        fresh.get("/openapi.json");
        for (String path : List.of("", "/acks", "/" + batch, items, "/" + batch + "/seal", "/openapi.json")) {
            fresh.call("DELETE", path, null);
        }
        assertThat(fresh.unseen()).allMatch(answer -> answer.endsWith(" 500") || answer.endsWith(" 503"));
    }

    static <T> List<T> atOnce(List<? extends Callable<T>> calls) {
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
