package io.baton.autoconfigure.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that says nothing about persistence. */
@SpringBootApplication
public class Shop {}
