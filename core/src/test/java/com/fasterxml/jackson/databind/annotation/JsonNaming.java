package com.fasterxml.jackson.databind.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for the annotation of Jackson 2, which is no dependency. */
@Retention(RetentionPolicy.RUNTIME)
public @interface JsonNaming {}
