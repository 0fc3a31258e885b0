package io.baton.sample.page;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/** An animated GIF of screenshots: the most frequent colours, and of each frame only the rectangle that differs from the one before. */
final class MovingPicture {

    private static final int COLOURS = 128;
    private static final String FORMAT = "javax_imageio_gif_image_1.0";

    private final List<BufferedImage> frames = new ArrayList<>();

    /** Adds a screenshot, as PNG. */
    void add(byte[] png) {
        try {
            frames.add(ImageIO.read(new ByteArrayInputStream(png)));
        } catch (IOException e) {
            throw new IllegalStateException("The screenshot is no picture", e);
        }
    }

    /**
     * Writes the frames.
     *
     * @param hundredths how long each is shown, in hundredths of a second; the last one for three seconds
     */
    void write(Path file, int hundredths) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.deleteIfExists(file);
        Map<Integer, Integer> places = new HashMap<>();
        IndexColorModel palette = palette(places);
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.prepareWriteSequence(colours(writer, palette));
            for (int i = 0; i < frames.size(); i++) {
                Rectangle changed = i == 0 ? all(frames.get(0)) : changed(frames.get(i - 1), frames.get(i));
                BufferedImage part = indexed(frames.get(i), changed, palette, places);
                int shown = i == frames.size() - 1 ? 300 : hundredths;
                writer.writeToSequence(new IIOImage(part, null, metadata(writer, part, changed, shown)), null);
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
    }

    private IndexColorModel palette(Map<Integer, Integer> places) {
        Map<Integer, Integer> counts = new HashMap<>();
        frames.forEach(frame -> pixels(frame, all(frame)).forEach(rgb -> counts.merge(rgb, 1, Integer::sum)));
        List<Integer> frequent = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
                .limit(COLOURS)
                .map(Map.Entry::getKey)
                .toList();
        counts.keySet().forEach(rgb -> places.put(rgb, nearest(frequent, rgb)));
        int[] colours = IntStream.range(0, COLOURS)
                .map(i -> frequent.get(Math.min(i, frequent.size() - 1)))
                .toArray();
        return new IndexColorModel(8, COLOURS, colours, 0, false, -1, 0);
    }

    private static int nearest(List<Integer> colours, int rgb) {
        int best = 0;
        for (int i = 1; i < colours.size(); i++) {
            if (distance(colours.get(i), rgb) < distance(colours.get(best), rgb)) {
                best = i;
            }
        }
        return best;
    }

    private static int distance(int one, int other) {
        return IntStream.of(0, 8, 16)
                .map(shift -> ((one >> shift) & 255) - ((other >> shift) & 255))
                .map(difference -> difference * difference)
                .sum();
    }

    private static Rectangle all(BufferedImage frame) {
        return new Rectangle(frame.getWidth(), frame.getHeight());
    }

    private static IntStream pixels(BufferedImage frame, Rectangle part) {
        return IntStream.of(frame.getRGB(part.x, part.y, part.width, part.height, null, 0, part.width));
    }

    /** At least one pixel, since a frame has to have one. */
    private static Rectangle changed(BufferedImage before, BufferedImage now) {
        Rectangle changed = new Rectangle(0, 0, -1, -1);
        for (int y = 0; y < now.getHeight(); y++) {
            for (int x = 0; x < now.getWidth(); x++) {
                if (before.getRGB(x, y) != now.getRGB(x, y)) {
                    changed.add(new Rectangle(x, y, 1, 1));
                }
            }
        }
        return changed.isEmpty() ? new Rectangle(1, 1) : changed;
    }

    private static BufferedImage indexed(
            BufferedImage frame, Rectangle part, IndexColorModel palette, Map<Integer, Integer> places) {
        BufferedImage made = new BufferedImage(part.width, part.height, BufferedImage.TYPE_BYTE_INDEXED, palette);
        int[] indexes =
                pixels(frame, part).map(rgb -> places.getOrDefault(rgb, 0)).toArray();
        made.getRaster().setPixels(0, 0, part.width, part.height, indexes);
        return made;
    }

    /** The colours of all frames: without these the writer takes a table of its own. */
    private static IIOMetadata colours(ImageWriter writer, IndexColorModel palette) throws IOException {
        IIOMetadataNode table = node(
                "GlobalColorTable",
                Map.of("sizeOfGlobalColorTable", COLOURS, "backgroundColorIndex", 0, "sortFlag", "FALSE"));
        IntStream.range(0, COLOURS)
                .forEach(i -> table.appendChild(node(
                        "ColorTableEntry",
                        Map.of(
                                "index", i,
                                "red", palette.getRed(i),
                                "green", palette.getGreen(i),
                                "blue", palette.getBlue(i)))));
        IIOMetadataNode root = new IIOMetadataNode("javax_imageio_gif_stream_1.0");
        root.appendChild(table);
        IIOMetadata metadata = writer.getDefaultStreamMetadata(null);
        metadata.mergeTree(root.getNodeName(), root);
        return metadata;
    }

    private static IIOMetadata metadata(ImageWriter writer, BufferedImage part, Rectangle where, int hundredths)
            throws IOException {
        IIOMetadata metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(part), null);
        IIOMetadataNode root = new IIOMetadataNode(FORMAT);
        root.appendChild(node(
                "ImageDescriptor",
                Map.of(
                        "imageLeftPosition", where.x,
                        "imageTopPosition", where.y,
                        "imageWidth", where.width,
                        "imageHeight", where.height,
                        "interlaceFlag", "FALSE")));
        root.appendChild(node(
                "GraphicControlExtension",
                Map.of(
                        "disposalMethod", "doNotDispose",
                        "userInputFlag", "FALSE",
                        "transparentColorFlag", "FALSE",
                        "transparentColorIndex", 0,
                        "delayTime", hundredths)));
        IIOMetadataNode forever =
                node("ApplicationExtension", Map.of("applicationID", "NETSCAPE", "authenticationCode", "2.0"));
        forever.setUserObject(new byte[] {1, 0, 0});
        IIOMetadataNode extensions = new IIOMetadataNode("ApplicationExtensions");
        extensions.appendChild(forever);
        root.appendChild(extensions);
        metadata.mergeTree(FORMAT, root);
        return metadata;
    }

    private static IIOMetadataNode node(String name, Map<String, ?> attributes) {
        IIOMetadataNode made = new IIOMetadataNode(name);
        attributes.forEach((key, value) -> made.setAttribute(key, String.valueOf(value)));
        return made;
    }
}
