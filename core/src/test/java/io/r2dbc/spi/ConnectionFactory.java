package io.r2dbc.spi;

/** Stands in for the interface of R2DBC, which is no dependency. */
public interface ConnectionFactory {}
