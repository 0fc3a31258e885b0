package io.baton.sample.push;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of pushes.
 *
 * @param users how many users are generated at the first start
 * @param sampleSize how many users get each content before the winner is known
 * @param readingTime how long the sample can read and click
 * @param partitions how many jobs share the recipients; independent of the number of instances
 * @param links base URL of the links in mails; the instance that sends the mail unless set
 * @param mailServer whether one of the instances is the mail server and the readers
 */
@ConfigurationProperties("sample.push")
public record PushProperties(
        @DefaultValue("25000") int users,
        @DefaultValue("1000") int sampleSize,
        @DefaultValue("20s") Duration readingTime,
        @DefaultValue("8") int partitions,
        @Nullable String links,
        @DefaultValue("true") boolean mailServer) {}
