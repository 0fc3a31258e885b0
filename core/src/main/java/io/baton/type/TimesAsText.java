package io.baton.type;

import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/** Refuses numbers as times, for which Jackson has no setting: whether one counts seconds or milliseconds, the reader can only guess. */
final class TimesAsText extends JacksonModule {

    private static final Set<String> TIMES = Set.of(
            "java.time.Instant",
            "java.time.OffsetDateTime",
            "java.time.ZonedDateTime",
            "java.time.Duration",
            "java.util.Date",
            "java.util.Calendar");

    @Override
    public String getModuleName() {
        return TimesAsText.class.getName();
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addDeserializerModifier(new Modifier());
    }

    private static final class Modifier extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier bean, ValueDeserializer<?> reader) {
            return TIMES.contains(bean.getBeanClass().getName()) ? new Text(reader) : reader;
        }
    }

    private static final class Text extends DelegatingDeserializer {

        Text(ValueDeserializer<?> reader) {
            super(reader);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> reader) {
            return new Text(reader);
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) {
            return json.currentToken().isNumeric()
                    ? context.handleUnexpectedToken(handledType(), json)
                    : super.deserialize(json, context);
        }
    }
}
