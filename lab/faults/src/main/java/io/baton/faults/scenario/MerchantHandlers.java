package io.baton.faults.scenario;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.RequiresPermit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Calls a receiver that takes a few calls of each merchant at once. */
final class MerchantHandlers {

    private final int port;

    MerchantHandlers(int port) {
        this.port = port;
    }

    /** One call. */
    @JobType(name = "call")
    @RequiresPermit(value = "merchant", key = "#payload.merchant")
    record Call(int merchant, int millis) {}

    @JobHandler
    void call(Call work, JobContext job) throws IOException {
        try (Socket receiver = new Socket(InetAddress.getLoopbackAddress(), port)) {
            receiver.getOutputStream()
                    .write(ByteBuffer.allocate(CountingReceiver.SIZE)
                            .putLong(job.id().value())
                            .putInt(work.merchant())
                            .putInt(work.millis())
                            .array());
            if (receiver.getInputStream().read() < 0) {
                throw new IOException("The receiver has not answered");
            }
        }
    }
}
