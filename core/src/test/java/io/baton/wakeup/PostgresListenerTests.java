package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Queue;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** What a connection that listens is trusted with while nothing arrives on it. */
class PostgresListenerTests {

    private static final String SELF = "self";
    /** A minute, of half a second each. */
    private static final int TURNS = 120;

    private final Queue<String> arriving = new ArrayDeque<>();
    private final WakeupInbox here = new WakeupInbox();
    private int opened;

    private final DataSource server = new AbstractDataSource() {
        @Override
        public Connection getConnection() {
            opened++;
            return connection();
        }

        @Override
        public Connection getConnection(String username, String password) {
            return getConnection();
        }
    };

    private final PostgresListener listener =
            new PostgresListener(server, SELF, here, new PostgresNotifier(server, null, SELF));

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Connection connection() {
        Statement statement = proxy(
                Statement.class, (proxy, method, arguments) -> method.getReturnType() == boolean.class ? false : null);
        ResultSet rows = proxy(ResultSet.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "next" -> true;
            case "getString" -> "channel";
            default -> null;
        });
        PreparedStatement query = proxy(
                PreparedStatement.class,
                (proxy, method, arguments) -> method.getName().equals("executeQuery") ? rows : null);
        PGConnection receiving = proxy(PGConnection.class, (proxy, method, arguments) -> received());
        return proxy(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "createStatement" -> statement;
            case "prepareStatement" -> query;
            case "unwrap" -> receiving;
            case "isValid" -> true;
            default -> null;
        });
    }

    private PGNotification @Nullable [] received() {
        String text = arriving.poll();
        if (text == null) {
            return null;
        }
        PGNotification notification = proxy(
                PGNotification.class,
                (proxy, method, arguments) -> method.getName().equals("getParameter") ? text : null);
        return new PGNotification[] {notification};
    }

    private void turns(int count) {
        for (int turn = 0; turn < count; turn++) {
            listener.turn();
        }
    }

    private void echoArrives() {
        arriving.add(WakeupMessage.echo(SELF));
        turns(1);
    }

    @BeforeEach
    void listen() {
        turns(1);
        echoArrives();
        assertThat(here.receivesFromOthers()).isTrue();
        opened = 0;
    }

    /** After a failover, a connection to the old primary may live on. */
    @Test
    void a_silent_connection_is_replaced_when_its_echo_does_not_arrive() {
        turns(TURNS);
        assertThatThrownBy(() -> turns(TURNS)).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(here.receivesFromOthers()).isFalse();
        assertThat(opened).isZero();
        turns(1);
        assertThat(opened).as("to listen, and to read the channel").isEqualTo(2);
    }

    @Test
    void a_silent_connection_is_kept_while_its_echo_arrives() {
        for (int minute = 0; minute < 4; minute++) {
            turns(TURNS);
            echoArrives();
        }
        assertThat(opened).isZero();
        assertThat(here.receivesFromOthers()).isTrue();
    }

    /** Behind a pooling proxy the first echo does not arrive either. */
    @Test
    void a_connection_that_never_received_is_kept() {
        listener.close();
        opened = 0;
        turns(4 * TURNS);
        assertThat(opened).isEqualTo(2);
    }
}
