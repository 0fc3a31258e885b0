package io.baton.job;

/** Acts for a job under one claim, on any thread. */
public interface Fenced {

    /** Returns the fence that each of its writes names. */
    Fence fence();
}
