package io.baton.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Lines over a common axis, in panels below each other, as SVG.
 *
 * @param unit of the axis
 * @param marks names of places on it
 */
record Chart(String title, String unit, Map<String, Double> marks) {

    private static final List<String> COLORS = List.of("#0b62a4", "#d1495b", "#3a8f4d", "#a05fb4", "#8c6d1f");
    private static final int WIDTH = 900;
    private static final int LEFT = 80;
    private static final int RIGHT = 850;
    private static final int TOP = 60;
    private static final int HEIGHT = 150;
    private static final int DISTANCE = 50;
    private static final int TICKS = 4;
    private static final double LEAST_OF_LOG = 0.1;

    record Point(double x, double y) {}

    /** The y axis starts at 0, or is logarithmic. */
    record Panel(String title, boolean logarithmic, Map<String, List<Point>> lines) {

        double most(ToDoubleFunction<Point> coordinate) {
            return lines.values().stream()
                    .flatMap(List::stream)
                    .mapToDouble(coordinate)
                    .max()
                    .orElse(1);
        }
    }

    Panel panel(String name, boolean logarithmic, Map<String, List<Moment>> seen, ToDoubleFunction<Moment> value) {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        seen.forEach((entrant, moments) -> lines.put(
                entrant,
                moments.stream()
                        .map(moment -> new Point(moment.second(), value.applyAsDouble(moment)))
                        .toList()));
        return new Panel(name, logarithmic, lines);
    }

    String svg(List<Panel> panels) {
        StringBuilder svg = new StringBuilder();
        int height = TOP + panels.size() * (HEIGHT + DISTANCE);
        put(
                svg,
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='11'>",
                WIDTH,
                height);
        put(svg, "<rect width='100%%' height='100%%' fill='white'/>");
        put(svg, "<text x='%d' y='20' font-size='15'>%s</text>", LEFT, title);
        List<String> names = new ArrayList<>(panels.get(0).lines().keySet());
        for (int i = 0; i < names.size(); i++) {
            int x = LEFT + i * 180;
            put(svg, "<rect x='%d' y='32' width='14' height='4' fill='%s'/>", x, color(i));
            put(svg, "<text x='%d' y='38'>%s</text>", x + 20, names.get(i));
        }
        for (int i = 0; i < panels.size(); i++) {
            draw(svg, panels.get(i), TOP + i * (HEIGHT + DISTANCE), names);
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Panel panel, int top, List<String> names) {
        double right = nice(panel.most(Point::x));
        double decades = Math.max(1, Math.ceil(Math.log10(panel.most(Point::y) / LEAST_OF_LOG)));
        double most = panel.logarithmic() ? LEAST_OF_LOG * Math.pow(10, decades) : nice(panel.most(Point::y));
        int ticks = panel.logarithmic() ? (int) decades : TICKS;
        put(svg, "<text x='%d' y='%d' font-weight='bold'>%s</text>", LEFT, top + 8, panel.title());
        int bottom = top + HEIGHT;
        for (int tick = 0; tick <= ticks; tick++) {
            double share = (double) tick / ticks;
            double y = bottom - share * (HEIGHT - 20);
            double value = panel.logarithmic() ? LEAST_OF_LOG * Math.pow(10, tick) : most * share;
            put(svg, "<path d='M%d %.1fH%d' stroke='#ddd'/>", LEFT, y, RIGHT);
            put(svg, "<text x='%d' y='%.1f' text-anchor='end'>%s</text>", LEFT - 6, y + 4, text(value));
        }
        for (int tick = 0; tick <= TICKS; tick++) {
            double share = (double) tick / TICKS;
            double x = LEFT + share * (RIGHT - LEFT);
            put(svg, "<path d='M%.1f %dV%d' stroke='#ddd'/>", x, top + 20, bottom);
            put(
                    svg,
                    "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>",
                    x,
                    bottom + 15,
                    text(right * share) + " " + unit);
        }
        int row = 0;
        for (Map.Entry<String, Double> mark : marks.entrySet()) {
            double x = LEFT + mark.getValue() / right * (RIGHT - LEFT);
            put(svg, "<path d='M%.1f %dV%d' stroke='#888' stroke-dasharray='4 3'/>", x, top + 20, bottom);
            // names of short phases beside each other need two rows
            put(svg, "<text x='%.1f' y='%d' fill='#666'>%s</text>", x + 3, top + 30 + 11 * (row++ % 2), mark.getKey());
        }
        for (int i = 0; i < names.size(); i++) {
            StringBuilder points = new StringBuilder();
            for (Point point : panel.lines().getOrDefault(names.get(i), List.of())) {
                double up = panel.logarithmic()
                        ? Math.log(Math.max(point.y(), LEAST_OF_LOG) / LEAST_OF_LOG) / Math.log(most / LEAST_OF_LOG)
                        : point.y() / most;
                double x = LEFT + point.x() / right * (RIGHT - LEFT);
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, bottom - up * (HEIGHT - 20)));
            }
            put(
                    svg,
                    "<polyline points='%s' fill='none' stroke='%s' stroke-width='1.5'/>",
                    points.toString().strip(),
                    color(i));
        }
    }

    /** The next larger number that can be divided into four parts with few digits. */
    private static double nice(double most) {
        double unit = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1))));
        for (double factor : new double[] {1, 1.2, 1.6, 2, 2.4, 2.8, 3.2, 4, 6, 8}) {
            if (most <= factor * unit) {
                return factor * unit;
            }
        }
        return 10 * unit;
    }

    private static String color(int line) {
        return COLORS.get(line % COLORS.size());
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value >= 10 || value == Math.rint(value) ? "%,.0f" : "%.2g", value);
    }

    private static void put(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
