package io.baton.job;

/** Something that acts for a job under one claim, on whatever thread it is used. */
public interface Fenced {

    /** Returns what every write of it must name. */
    Fence fence();
}
