package io.baton.jpa;

import io.baton.Partition;
import io.baton.PartitionStrategy;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;

/** Makes a {@link Partition} a condition of a Criteria query. */
public final class PartitionPredicate {

    private static final long PRIME = 2_147_483_647;
    private static final long FACTOR = 1_327_217_884;

    private PartitionPredicate() {}

    /** Returns a condition that holds for the same ids as {@link Partition#owns(long)}. */
    public static Predicate of(Partition partition, CriteriaBuilder criteria, Expression<Long> id) {
        return partition.strategy() == PartitionStrategy.MODULUS
                ? modulus(partition, criteria, id)
                : hash(partition, criteria, id);
    }

    private static Predicate modulus(Partition partition, CriteriaBuilder criteria, Expression<Long> id) {
        long count = partition.count();
        Expression<Long> remainder = mod(criteria, criteria.sum(mod(criteria, id, count), count), count);
        return criteria.equal(remainder, (long) partition.index());
    }

    private static Predicate hash(Partition partition, CriteriaBuilder criteria, Expression<Long> id) {
        Expression<Long> mixed = mod(criteria, criteria.prod(positive(criteria, id), FACTOR), PRIME);
        Expression<Long> scaled = criteria.prod(mixed, (long) partition.count());
        return criteria.and(
                criteria.ge(scaled, partition.index() * PRIME), criteria.lt(scaled, (partition.index() + 1) * PRIME));
    }

    private static Expression<Long> positive(CriteriaBuilder criteria, Expression<Long> id) {
        return mod(criteria, criteria.sum(mod(criteria, id, PRIME), PRIME), PRIME);
    }

    private static Expression<Long> mod(CriteriaBuilder criteria, Expression<Long> value, long divisor) {
        return criteria.function("mod", Long.class, value, criteria.literal(divisor));
    }
}
