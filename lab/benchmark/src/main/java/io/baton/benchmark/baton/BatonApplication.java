package io.baton.benchmark.baton;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application; its profile says which kind of job it runs. */
@SpringBootApplication
public class BatonApplication {}
