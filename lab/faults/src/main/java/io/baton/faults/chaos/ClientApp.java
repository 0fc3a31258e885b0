package io.baton.faults.chaos;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application that enqueues and runs nothing. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ClientApp {}
