package io.baton.sample.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.AbstractList;
import java.util.Collections;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The contents of the files, in parts, so that a large one is never in memory as a whole. */
@Component
class FileContents {

    private static final int PART = 64 * 1024;

    private final JdbcClient jdbc;

    FileContents(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Stores the whole stream, in the caller's transaction. */
    void store(long file, InputStream content) throws IOException {
        int number = 0;
        for (byte[] part = content.readNBytes(PART); part.length > 0; part = content.readNBytes(PART)) {
            jdbc.sql("insert into file_part (file_id, part, content) values (?, ?, ?)")
                    .params(file, number++, part)
                    .update();
        }
    }

    /** Reads part by part, in the caller's transaction. */
    InputStream open(long file) {
        int parts = jdbc.sql("select count(*) from file_part where file_id = ?")
                .param(file)
                .query(Integer.class)
                .single();
        return new SequenceInputStream(Collections.enumeration(new AbstractList<InputStream>() {
            @Override
            public InputStream get(int number) {
                return new ByteArrayInputStream(part(file, number));
            }

            @Override
            public int size() {
                return parts;
            }
        }));
    }

    private byte[] part(long file, int number) {
        return jdbc.sql("select content from file_part where file_id = ? and part = ?")
                .params(file, number)
                .query(byte[].class)
                .single();
    }
}
