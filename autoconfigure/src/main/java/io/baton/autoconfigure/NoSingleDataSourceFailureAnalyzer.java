package io.baton.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class NoSingleDataSourceFailureAnalyzer extends AbstractFailureAnalyzer<NoSingleDataSourceException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoSingleDataSourceException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ", so Baton cannot tell where its jobs are.",
                "Mark the DataSource bean whose transactions enqueue jobs with @BatonDataSource (or with @Primary), or switch Baton off with"
                        + " baton.enabled=false.",
                cause);
    }
}
