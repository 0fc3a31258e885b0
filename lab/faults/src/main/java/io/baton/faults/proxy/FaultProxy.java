package io.baton.faults.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between one client process and its server. Its own threads never touch the server's or the client's memory, only their bytes. */
public final class FaultProxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 2_000;

    private final ServerSocket listener;
    private final int target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Set<Socket> unanswered = ConcurrentHashMap.newKeySet();
    /** Written by the fault injector. */
    private volatile Cut cut = Cut.PASS;

    /** A proxy on a free port of the loopback, before a port of the same machine. */
    public FaultProxy(int target) {
        this.target = target;
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("No port for a proxy", e);
        }
        Thread accepting = new Thread(this::accept, "baton-proxy-" + port());
        accepting.setDaemon(true);
        accepting.start();
    }

    public int port() {
        return listener.getLocalPort();
    }

    Cut cut() {
        return cut;
    }

    /** Does this to every connection, and to those to come, until the next call. */
    public synchronized void cut(Cut next) {
        Cut before = cut;
        cut = next == Cut.RESET ? Cut.PASS : next;
        if (next == Cut.RESET || next == Cut.REFUSE) {
            List.copyOf(links).forEach(Link::reset);
        } else if (next == Cut.PASS) {
            List.copyOf(links).forEach(link -> link.heal(before));
            List.copyOf(unanswered).forEach(Link::abort);
            unanswered.clear();
        }
    }

    /** Ends every connection at once; new ones fare as before. Returns how many there were. */
    public synchronized int reset() {
        List<Link> all = List.copyOf(links);
        all.forEach(Link::reset);
        return all.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                admit(listener.accept());
            } catch (IOException e) {
                // the one that wanted in is gone, or the proxy is closed
            }
        }
    }

    private void admit(Socket client) {
        switch (cut) {
            case REFUSE -> Link.abort(client);
            case STALL -> unanswered.add(client);
            default -> connect(client);
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_MILLIS);
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            Link link = new Link(this, client, server);
            links.add(link);
            link.start();
        } catch (IOException e) {
            Link.abort(client);
            Link.abort(server);
        }
    }

    void ended(Link link) {
        links.remove(link);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List.copyOf(links).forEach(Link::reset);
        List.copyOf(unanswered).forEach(Link::abort);
    }
}
