package io.baton.job;

/** Is told what each beat of this node's worker brought, by the thread that beats: it must not keep it waiting. */
public interface PulseListener {

    /** A beat was taken. */
    void received(Pulse pulse);

    /** A beat failed: what was seen before it and what will be seen after it do not hang together. */
    void missed();
}
