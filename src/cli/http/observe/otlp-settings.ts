import { CalendarError } from '../../../../schemas/model/error.js';
import type { Exporting } from './span-exporter.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the OpenTelemetry variables for traces; undefined if they name no collector. */
export function otlpSettings(env: Environment, version: string): Omit<Exporting, 'log'> | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env;
  const given = own || (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (!given || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) {
    throw new CalendarError('CONFIGURATION', 'OTEL_EXPORTER_OTLP_ENDPOINT is not an http address.', {
      suggestion: 'Name the OTLP/HTTP port of the collector, such as http://127.0.0.1:4318.',
    });
  }
  return {
    url: given,
    headers: pairs(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS),
    resource: {
      'service.version': version,
      ...pairs(env.OTEL_RESOURCE_ATTRIBUTES),
      'service.name': env.OTEL_SERVICE_NAME || 'calendar-mcp',
    },
  };
}

/** Parses `name=value,name=value` with URL-encoded values; skips malformed pairs. */
function pairs(text = ''): Readonly<Record<string, string>> {
  const found = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1).trim();
    return at < 1 || !isEncoded(value)
      ? []
      : [[pair.slice(0, at).trim(), decodeURIComponent(value)] as const];
  });
  return Object.fromEntries(found);
}

/** True if every `%` starts a valid UTF-8 escape. */
function isEncoded(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
