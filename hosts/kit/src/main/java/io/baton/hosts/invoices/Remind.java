package io.baton.hosts.invoices;

import io.baton.JobType;

@JobType(name = "invoice.remind", queue = "mail")
record Remind(long invoice) {}
