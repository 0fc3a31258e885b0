package io.baton.once.jpa;

import io.baton.BatonException;
import io.baton.RowLockedException;
import io.baton.UnusableTransactionException;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.once.EntityLock;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PessimisticLockException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Locks rows with JPA. The entity's earlier state is read again under the lock.
 *
 * @param entities the entity manager that all transactions share
 * @param manager the manager of the caller's transaction, or of a new one
 * @param longest the maximum wait for a row
 */
public record JpaEntityLock(
        EntityManager entities, PlatformTransactionManager manager, Database database, Duration longest)
        implements EntityLock {

    @Override
    public <E> boolean underLock(
            Class<E> entity, Object id, Predicate<? super E> condition, Consumer<? super E> change) {
        boolean inside = TransactionSynchronizationManager.isActualTransactionActive();
        return OwnTransactions.framed(manager, TransactionDefinition.withDefaults(), status -> {
            if (inside && status.isNewTransaction()) {
                throw foreign();
            }
            refuseReadOnly();
            E locked = locked(entity, id);
            boolean met = condition.test(locked);
            if (met) {
                change.accept(locked);
            }
            return met;
        });
    }

    /** Returns the refusal of a foreign transaction: the change would be committed even if the caller's transaction is rolled back. */
    private static UnusableTransactionException foreign() {
        return new UnusableTransactionException(
                "Once.underLock was called in a transaction that is not one of Baton's data source: the change would not"
                        + " roll back with it. Use the transaction manager of that data source, or call it outside of the transaction");
    }

    /** Refuses a read-only transaction: JPA writes nothing in it, so that the change would be lost. */
    private static void refuseReadOnly() {
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new UnusableTransactionException(
                    "Once.underLock was called in a transaction that is read-only; make it a writing one (@Transactional"
                            + " without readOnly), or call it outside of it");
        }
    }

    /** Locks an entity. First writes earlier changes of this transaction, since the refresh would undo them. */
    private <E> E locked(Class<E> entity, Object id) {
        requireEntity(entity);
        E found = entities.find(entity, id);
        if (found == null) {
            throw new BatonException(missing(entity, id));
        }
        entities.flush();
        return database.boundLockWaits(longest, () -> refreshed(entity, id, found));
    }

    private <E> E refreshed(Class<E> entity, Object id, E found) {
        try {
            entities.refresh(found, LockModeType.PESSIMISTIC_WRITE);
            return found;
        } catch (EntityNotFoundException e) {
            throw new BatonException(missing(entity, id), e);
        } catch (LockTimeoutException | PessimisticLockException | PessimisticLockingFailureException e) {
            throw new RowLockedException(
                    entity.getName() + " " + id
                            + " is locked by another transaction for longer than "
                            + longest.toMillis() + " ms. Try again later",
                    e);
        }
    }

    private void requireEntity(Class<?> entity) {
        try {
            entities.getMetamodel().entity(entity);
        } catch (IllegalArgumentException e) {
            throw new BatonException(
                    entity.getName()
                            + " is no entity of the persistence unit on Baton's data source, and Once.underLock locks rows of no other",
                    e);
        }
    }

    private static String missing(Class<?> entity, Object id) {
        return "There is no " + entity.getName() + " with the id " + id;
    }
}
