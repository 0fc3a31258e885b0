package io.baton.faults.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** One connection through the proxy, and the two threads that carry its bytes. */
final class Link {

    private static final long LATE_NANOS = 20_000_000;

    private final FaultProxy proxy;
    private final Socket client;
    private final Socket server;
    /** Written by both threads and by the proxy, only ever from false to true: bytes were swallowed, so no later one may pass. */
    private volatile boolean doomed;

    /** Written by the thread that reads from the client. */
    private volatile boolean clientGone;

    Link(FaultProxy proxy, Socket client, Socket server) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
    }

    void start() {
        thread("baton-proxy-up", () -> carry(client, server, false));
        thread("baton-proxy-down", () -> carry(server, client, true));
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void carry(Socket from, Socket to, boolean reply) {
        byte[] buffer = new byte[16_384];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int read = in.read(buffer);
            while (read >= 0) {
                if (passes(reply)) {
                    out.write(buffer, 0, read);
                }
                read = in.read(buffer);
            }
        } catch (IOException e) {
            // an end like any other
        }
        if (reply) {
            serverEnded();
        } else {
            clientEnded();
        }
    }

    private boolean passes(boolean reply) {
        Cut cut = proxy.cut();
        if (cut == Cut.STALL || (cut == Cut.DROP_REPLIES && reply)) {
            doomed = true;
            return false;
        }
        if (cut == Cut.DELAY) {
            LockSupport.parkNanos(LATE_NANOS);
        }
        return !doomed || (cut == Cut.DROP_REPLIES && !reply);
    }

    private void serverEnded() {
        Cut cut = proxy.cut();
        if (doomed || cut == Cut.STALL || cut == Cut.DROP_REPLIES) {
            doomed = true;
        } else {
            reset();
        }
    }

    private void clientEnded() {
        clientGone = true;
        if (proxy.cut() == Cut.STALL) {
            doomed = true;
        } else {
            reset();
        }
    }

    /** What was caught in a cut stays broken: the server learns of it now, the client of a stall never does. */
    void heal(Cut before) {
        if (before == Cut.STALL && !clientGone) {
            doomed = true;
            abort(server);
        } else if (before == Cut.STALL || doomed) {
            reset();
        }
    }

    void reset() {
        abort(client);
        abort(server);
        proxy.ended(this);
    }

    static void abort(Socket socket) {
        try {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            // it is gone already, which is what was wanted
        }
    }
}
