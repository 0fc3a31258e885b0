package io.baton.autoconfigure.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** What the application is about. */
@Entity
public class Item {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    private String itemName;

    protected Item() {}

    public Item(String itemName) {
        this.itemName = itemName;
    }

    public Long id() {
        return id;
    }

    public String itemName() {
        return itemName;
    }
}
