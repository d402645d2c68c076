import type { HttpSettings } from '../../../config/http-settings.js';
import type { Log } from '../../../ports/log.js';
import { listenAddress } from '../listen-address.js';
import { logCalls } from './log-calls.js';

/** Makes what a server does visible to those who run it; what they did not ask for is not loaded. */
export async function observe({ metrics }: Pick<HttpSettings, 'metrics'>, log: Log): Promise<void> {
  logCalls(log);
  if (metrics !== undefined) {
    const { serveMetrics } = await import('./serve-metrics.js');
    log.info('metrics', { at: await serveMetrics(listenAddress(metrics)) });
  }
}
