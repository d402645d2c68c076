// @ts-nocheck: run by Node as it is, and what it reads has no types.
// A collector: takes OTLP/HTTP with JSON (ExportTraceServiceRequest) and prints each span with its resource as a line.
// What is not in the form of the specification is answered with 400 and printed as `refused`.
import { createServer } from 'node:http';

const HEX = (length) => new RegExp(`^(?!0+$)[0-9a-f]{${length}}$`);
const SPAN = ['traceId', 'spanId', 'parentSpanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano'];
const KNOWN = new Set([...SPAN, 'attributes', 'status']);

function attributes(list) {
  return Object.fromEntries(
    list.map(({ key, value, ...more }) => {
      const [[type, content], ...others] = Object.entries(value);
      const isNumber = type === 'intValue' && /^-?\d+$/.test(content);
      const isText = type === 'stringValue' && typeof content === 'string';
      if (others.length > 0 || Object.keys(more).length > 0 || !(isNumber || isText)) throw new Error(key);
      return [key, isNumber ? Number(content) : content];
    }),
  );
}

function readSpan(span) {
  for (const key of Object.keys(span)) if (!KNOWN.has(key)) throw new Error(key);
  if (!HEX(32).test(span.traceId) || !HEX(16).test(span.spanId)) throw new Error('ids');
  if (span.parentSpanId !== undefined && !HEX(16).test(span.parentSpanId)) throw new Error('parentSpanId');
  if (![1, 2, 3, 4, 5].includes(span.kind) || typeof span.name !== 'string') throw new Error('kind');
  const [start, end] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
  const now = BigInt(Date.now()) * 1_000_000n;
  if (start > end || now - start > 600_000_000_000n || end > now + 1_000_000_000n) throw new Error('times');
  return { ...span, attributes: attributes(span.attributes) };
}

const server = createServer(async (req, res) => {
  let text = '';
  for await (const part of req) text += part;
  try {
    if (req.method !== 'POST' || req.url !== '/v1/traces') throw new Error('address');
    if (req.headers['content-type'] !== 'application/json') throw new Error('content-type');
    const spans = JSON.parse(text).resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({ ...readSpan(span), resource: attributes(resource.attributes) })),
      ),
    );
    for (const span of spans)
      process.stdout.write(`${JSON.stringify({ ...span, key: req.headers['x-key'] })}\n`);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"partialSuccess":{}}');
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`);
    res.writeHead(400).end();
  }
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
