package io.baton.sample.files;

import java.math.BigDecimal;

/** What one row says. */
record Amount(String user, BigDecimal amount) {}
