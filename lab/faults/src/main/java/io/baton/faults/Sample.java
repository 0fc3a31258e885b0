package io.baton.faults;

/** The sample application, whose libraries and properties are not for the other applications here. */
public final class Sample {

    /** What to start. */
    public static final String APPLICATION = "io.baton.sample.SampleApplication";

    private Sample() {}

    /** What it needs to start. */
    public static String classPath() {
        String classPath = System.getProperty("baton.sample.class-path");
        if (classPath == null) {
            throw new IllegalStateException("The sample is found by -Dbaton.sample.class-path, which .ci/faults sets");
        }
        return classPath;
    }
}
