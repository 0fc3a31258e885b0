package io.baton.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.PreparedStatementCreator;

/** An INSERT that asks for the id it was given, and for nothing else. */
record KeyedInsert(String sql, List<Object> parameters) implements PreparedStatementCreator {

    @Override
    public PreparedStatement createPreparedStatement(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql, new String[] {"id"});
        new ArgumentPreparedStatementSetter(parameters.toArray()).setValues(statement);
        return statement;
    }
}
