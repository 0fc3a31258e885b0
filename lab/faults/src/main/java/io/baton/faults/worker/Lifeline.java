package io.baton.faults.worker;

import java.io.IOException;

/** Ends this JVM with its input, so that it does not outlive the process that started it. */
public final class Lifeline {

    private Lifeline() {}

    public static void hold() {
        Thread lifeline = new Thread(Lifeline::endWithInput, "lifeline");
        lifeline.setDaemon(true);
        lifeline.start();
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException e) {
            // an end like any other
        }
        Runtime.getRuntime().halt(1);
    }
}
