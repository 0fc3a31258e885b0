package io.baton.jpa;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.TypeBinderType;

/** The entity's table and columns are called what its annotations say, whatever naming strategy the application has. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@TypeBinderType(binder = FixedNamesBinder.class)
@interface FixedNames {}
