package io.baton.hosts.invoices;

import io.baton.JobType;

@JobType(name = "invoice.send", queue = "mail")
record SendInvoice(long invoice) {}
