package io.baton.sample.files;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.RecurringDetails;
import io.baton.RecurringJobs;
import io.baton.sample.FailureText;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Component;

/** Reads the files that the page shows. */
@Component
class FilesStates {

    private static final int FILES = 50;
    private static final int USERS = 100;
    private static final JobFilter DEAD =
            JobFilter.all().queue(ProcessFile.QUEUE).state(JobState.DEAD);

    private final FileInfos files;
    private final Bookings bookings;
    private final Jobs jobs;
    private final RecurringJobs recurring;
    private final FilesProperties properties;

    FilesStates(FileInfos files, Bookings bookings, Jobs jobs, RecurringJobs recurring, FilesProperties properties) {
        this.files = files;
        this.bookings = bookings;
        this.jobs = jobs;
        this.recurring = recurring;
        this.properties = properties;
    }

    FilesState now() {
        return new FilesState(
                LocalDate.now(properties.zone()),
                nextNight(),
                files(),
                files.bookedByInstance(),
                bookings.totals(USERS));
    }

    private @Nullable Instant nextNight() {
        return recurring
                .find(NightlyFiles.NAME)
                .map(RecurringDetails::nextTicks)
                .filter(ticks -> !ticks.isEmpty())
                .map(ticks -> ticks.get(0))
                .orElse(null);
    }

    private List<FilesState.File> files() {
        Map<String, JobDetails> dead = deadByFile();
        return files.findByOrderByIdDesc(Limit.of(FILES)).stream()
                .map(line -> file(line, dead.get(String.valueOf(line.id()))))
                .toList();
    }

    /** A failed file is not marked as such, since its transaction is rolled back: its dead job shows the failure. */
    private Map<String, JobDetails> deadByFile() {
        return jobs.search(DEAD, PageRequest.of(0, FILES)).stream()
                .filter(job -> job.labels().containsKey(ProcessFile.FILE))
                .collect(Collectors.toMap(
                        job -> job.labels().get(ProcessFile.FILE), Function.identity(), (newer, older) -> newer));
    }

    private static FilesState.File file(FileInfos.Line line, @Nullable JobDetails dead) {
        String status = line.bookedOn() == null ? "RECEIVED" : "PROCESSED";
        return new FilesState.File(
                line.id(),
                line.name(),
                dead == null ? status : "FAILED",
                line.rowCount(),
                line.bookedBy(),
                line.bookedOn(),
                line.receivedAt(),
                dead == null ? List.of() : FailureText.lines(dead.error()));
    }
}
