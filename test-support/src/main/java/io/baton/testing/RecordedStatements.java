package io.baton.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** A data source that notes the text of every statement prepared or executed through it. */
public final class RecordedStatements extends RewrittenStatements {

    private final List<String> texts;

    public RecordedStatements(DataSource target) {
        this(target, new CopyOnWriteArrayList<>());
    }

    private RecordedStatements(DataSource target, List<String> texts) {
        super(target, sql -> {
            texts.add(sql.replaceAll("\\s+", " ").trim());
            return sql;
        });
        this.texts = texts;
    }

    /** The texts since this was last asked, each on one line. */
    public List<String> taken() {
        List<String> taken = new ArrayList<>(texts);
        texts.clear();
        return taken;
    }
}
