package com.fasterxml.jackson.databind;

import java.util.Iterator;

/** Stands in for the class of Jackson 2, which is no dependency. */
public class JsonNode implements Iterable<JsonNode> {

    @Override
    public Iterator<JsonNode> iterator() {
        return java.util.Collections.emptyIterator();
    }
}
