package io.baton.testing;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The driver of strict databases, before the one that the URL is for. It is not registered: a pool gets it by its name. */
public final class StrictDriver implements Driver {

    /** The label of the engine's connections. */
    private static final Pattern ENGINE = Pattern.compile("ApplicationName=baton|program_name:baton");

    @Override
    public @Nullable Connection connect(String url, Properties settings) throws SQLException {
        Connection connection = DriverManager.getDriver(url).connect(url, settings);
        return connection == null
                ? null
                : StrictConnection.around(connection, ENGINE.matcher(url).find(), StrictFaults.CHOSEN);
    }

    @Override
    public boolean acceptsURL(String url) {
        return true;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties settings) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
