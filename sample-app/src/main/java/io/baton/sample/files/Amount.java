package io.baton.sample.files;

import java.math.BigDecimal;

/** The values of one row. */
record Amount(String user, BigDecimal amount) {}
