package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class ChartTests {

    private static final Chart CHART = new Chart("a run", "s", Map.of("warm-up", 0.0));

    @Test
    void a_line_lies_between_the_axes() {
        List<Chart.Point> line = List.of(new Chart.Point(0, 0), new Chart.Point(100, 1_000));

        String svg = CHART.svg(List.of(new Chart.Panel("backlog", false, Map.of("baton", line))));

        assertThatCode(() -> parse(svg)).doesNotThrowAnyException();
        assertThat(svg).contains("points='80.0,210.0 850.0,80.0'", ">1,000<", ">100 s<", ">baton<", ">warm-up<");
    }

    @Test
    void a_logarithmic_axis_goes_by_decades() {
        List<Chart.Point> line = List.of(new Chart.Point(0, 0), new Chart.Point(10, 10));

        String svg = CHART.svg(List.of(new Chart.Panel("wait", true, Map.of("baton", line))));

        assertThat(svg).contains("points='80.0,210.0 850.0,80.0'", ">0.10<", ">1<", ">10<");
    }

    @Test
    void an_entrant_that_was_not_seen_has_no_line() {
        String svg = CHART.svg(List.of(new Chart.Panel("heap", false, Map.of("baton", List.of()))));

        assertThat(svg).contains("points=''");
    }

    private static void parse(String svg) throws Exception {
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
