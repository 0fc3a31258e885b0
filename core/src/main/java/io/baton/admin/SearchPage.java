package io.baton.admin;

import io.baton.BatonException;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;

/** Checks requested pages: they are bounded, newest first. */
final class SearchPage {

    private static final int LARGEST = 1000;
    private static final int FURTHEST = 10_000;
    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "id");

    private SearchPage() {}

    static int checkedSize(Pageable page) {
        if (page.isUnpaged()) {
            throw new BatonException(
                    "Jobs cannot be searched without a page: there may be millions; use PageRequest.of(0, 100)");
        }
        if (page.getSort().isSorted() && !page.getSort().equals(NEWEST_FIRST)) {
            throw new BatonException("Jobs cannot be searched in the order \"" + page.getSort()
                    + "\": they come newest first; leave the order out, or sort by id descending");
        }
        if (page.getPageSize() > LARGEST) {
            throw new BatonException("A page of jobs has at most " + LARGEST + " of them, not " + page.getPageSize());
        }
        if (page.getOffset() + page.getPageSize() > FURTHEST) {
            throw new BatonException("Pages of jobs reach no further than the newest " + FURTHEST
                    + " that match, but page " + page.getPageNumber() + " of " + page.getPageSize()
                    + " does; for older ones, request the first page with JobFilter.before(the last job seen)");
        }
        return page.getPageSize();
    }
}
