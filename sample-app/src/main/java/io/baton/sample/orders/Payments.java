package io.baton.sample.orders;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Stands for a payment service on another server, which recognises a request that it has by its key. */
@Component
class Payments {

    private static final int SHOWN = 8;

    private final Map<String, String> receipts = new ConcurrentHashMap<>();

    String charge(String article, String key) {
        return receipts.computeIfAbsent(key, first -> "receipt " + first.substring(0, SHOWN) + " for " + article);
    }

    void refund(String receipt, String key) {
        receipts.putIfAbsent(key, "refund of " + receipt);
    }
}
