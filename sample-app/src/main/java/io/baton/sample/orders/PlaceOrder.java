package io.baton.sample.orders;

import io.baton.JobType;

/** The job of an order, from its reservation to its shipment. */
@JobType(name = PlaceOrder.TYPE, queue = "orders")
record PlaceOrder(String article) {

    /** The name of the type. */
    static final String TYPE = "place-order";
}
