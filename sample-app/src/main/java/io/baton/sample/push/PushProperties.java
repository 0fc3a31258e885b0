package io.baton.sample.push;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set about pushes.
 *
 * @param users how many users are made up at the first start
 * @param sampleSize how many users are sent each content before the winner is known
 * @param readingTime how long the sample has time to read
 * @param partitions how many jobs share the recipients; has nothing to do with how many instances there are
 * @param links where the links in mails lead; to the instance that sends the mail unless set
 * @param mailServer whether instances take turns in being the mail server and the readers
 */
@ConfigurationProperties("sample.push")
public record PushProperties(
        @DefaultValue("25000") int users,
        @DefaultValue("1000") int sampleSize,
        @DefaultValue("20s") Duration readingTime,
        @DefaultValue("8") int partitions,
        @Nullable String links,
        @DefaultValue("true") boolean mailServer) {}
