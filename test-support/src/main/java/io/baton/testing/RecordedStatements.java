package io.baton.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source that notes the text of every statement prepared or executed through it. */
public final class RecordedStatements extends DelegatingDataSource {

    private static final Set<String> BEARING_TEXT =
            Set.of("prepareStatement", "prepareCall", "execute", "executeQuery", "executeUpdate");

    private final List<String> texts = new CopyOnWriteArrayList<>();

    public RecordedStatements(DataSource target) {
        super(target);
    }

    /** The texts since this was last asked, each on one line. */
    public List<String> taken() {
        List<String> taken = new ArrayList<>(texts);
        texts.clear();
        return taken;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watched(Connection.class, super.getConnection());
    }

    private <T> T watched(Class<T> type, T target) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (BEARING_TEXT.contains(method.getName())
                            && arguments != null
                            && arguments[0] instanceof String text) {
                        texts.add(text.replaceAll("\\s+", " ").trim());
                    }
                    try {
                        Object answer = method.invoke(target, arguments);
                        return method.getName().equals("createStatement")
                                ? watched(java.sql.Statement.class, (java.sql.Statement) answer)
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }
}
