package io.baton.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source that changes the text of every statement on its way: behind it, a server acts like one that accepts some words and does not heed them. */
public class RewrittenStatements extends DelegatingDataSource {

    private static final Set<String> BEARING_TEXT =
            Set.of("prepareStatement", "prepareCall", "execute", "executeQuery", "executeUpdate");

    private final UnaryOperator<String> rewriting;

    public RewrittenStatements(DataSource target, UnaryOperator<String> rewriting) {
        super(target);
        this.rewriting = rewriting;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return rewritten(Connection.class, super.getConnection());
    }

    private <T> T rewritten(Class<T> type, T target) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object[] passed = arguments;
                    if (BEARING_TEXT.contains(method.getName())
                            && arguments != null
                            && arguments[0] instanceof String text) {
                        passed = arguments.clone();
                        passed[0] = rewriting.apply(text);
                    }
                    try {
                        Object result = method.invoke(target, passed);
                        return method.getName().equals("createStatement")
                                ? rewritten(Statement.class, (Statement) result)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }
}
