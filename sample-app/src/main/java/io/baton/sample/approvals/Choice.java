package io.baton.sample.approvals;

/** What a link stands for. */
public enum Choice {
    /** The job goes on. */
    APPROVE("Approve", "approved"),
    /** The job undoes what it has done. */
    REFUSE("Refuse", "refused");

    private final String button;
    private final String past;

    Choice(String button, String past) {
        this.button = button;
        this.past = past;
    }

    /** Returns the text of the button. */
    String button() {
        return button;
    }

    /** Returns what is said of a request that was decided so. */
    String past() {
        return past;
    }
}
