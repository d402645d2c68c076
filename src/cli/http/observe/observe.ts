import type { Settings } from '../../../config/settings.js';
import type { Log } from '../../../ports/log.js';
import { VERSION } from '../../../version.js';
import { listenAddress } from '../listen-address.js';
import { logCalls } from './log-calls.js';

export interface Observation {
  flush(): Promise<void>;
}

/** Starts logs, metrics and traces as configured; loads only the requested parts. */
export async function observe(
  { http: { metrics }, logLevel }: Pick<Settings, 'http' | 'logLevel'>,
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
): Promise<Observation> {
  if (logLevel === 'info' || logLevel === 'debug') logCalls(log);
  if (metrics !== undefined) {
    const { serveMetrics } = await import('./serve-metrics.js');
    log.info('metrics', { at: await serveMetrics(listenAddress(metrics)) });
  }
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT && !env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
    return { flush: async () => undefined };
  }
  const [{ traceCalls }, { otlpSettings }] = await Promise.all([
    import('./traces.js'),
    import('./otlp-settings.js'),
  ]);
  const settings = otlpSettings(env, VERSION);
  return settings === undefined ? { flush: async () => undefined } : traceCalls({ ...settings, log });
}
