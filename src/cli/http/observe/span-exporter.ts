import type { Log } from '../../../ports/log.js';

export interface CallSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly status?: { readonly code: number };
}

export interface Exporting {
  /** Address that receives the spans. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of the program, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly log: Log;
}

export interface SpanExporter {
  add(span: CallSpan): void;
  /** Sends the remaining spans. */
  flush(): Promise<void>;
}

const EVERY_MS = 1000;
const MOST = 1000;
const PATIENCE_MS = 5000;

/** Posts spans as OTLP/HTTP JSON, once per second. Drops spans that the collector does not accept. */
export function createSpanExporter({ url, headers, resource, log }: Exporting): SpanExporter {
  let waiting: CallSpan[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  async function post(spans: readonly CallSpan[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(requestOf(spans, resource)),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) dropped += spans.length;
    } catch {
      dropped += spans.length;
    }
    if (dropped > 0) log.warn('spans could not be sent', { spans: dropped });
    dropped = 0;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const spans = waiting;
    waiting = [];
    if (spans.length > 0) sending = sending.then(() => post(spans));
    return sending;
  }

  return {
    add(span) {
      if (waiting.length < MOST) waiting.push(span);
      else dropped++;
      timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
    },
    flush,
  };
}

/** Builds an OTLP 1 `ExportTraceServiceRequest` in JSON: IDs as hex, times as strings. */
function requestOf(spans: readonly CallSpan[], resource: Exporting['resource']): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'calendar-mcp' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf({ startedMs, endedMs, attributes, ...span }: CallSpan): object {
  return {
    ...span,
    startTimeUnixNano: nanoseconds(startedMs),
    endTimeUnixNano: nanoseconds(endedMs),
    attributes: attributesOf(attributes),
  };
}

function attributesOf(attributes: CallSpan['attributes']): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** BigInt, because the value exceeds the safe integers. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}
