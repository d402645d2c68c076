import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { MirrorStatus } from '../../../ports/mirror.js';
import { hostInUrl } from '../../../server/http/check-source.js';
import {
  CALLS,
  OPEN_COPIES,
  OPEN_POOLS,
  REQUEST_ENDED,
  type SeenCall,
  type SeenPool,
  type SeenRequest,
} from '../../../system/telemetry.js';
import type { ListenAddress } from '../listen-address.js';

/** Seconds. Calls from a copy take milliseconds; others have a deadline of 10 to 25 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Serves `/metrics` in Prometheus text format until the process ends; returns the URL. */
export async function serveMetrics({ host, port }: ListenAddress): Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countCalls(registry);
  countRequests(registry);
  countCopies(registry);
  countConnections(registry);
  const server = createServer((req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') {
      res.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(notHere()));
    server.listen({ host, port }, resolve);
  });
  // Kept open until the process exits, so metrics cover the drain phase too.
  server.unref();
  const { port: own } = server.address() as AddressInfo;
  return `http://${hostInUrl(host)}:${own}/metrics`;
}

function notHere(): CalendarError {
  return new CalendarError('CONFIGURATION', 'http.metrics: the server cannot listen at this address.', {
    suggestion: 'Choose another address or port.',
  });
}

function countCalls(registry: Registry): void {
  const registers = [registry];
  const calls = new Counter({
    name: 'calendar_calls_total',
    help: 'Calls of tools that were answered.',
    labelNames: ['tool', 'outcome', 'code'],
    registers,
  });
  const durations = new Histogram({
    name: 'calendar_call_duration_seconds',
    help: 'From the arrival of a call to its answer.',
    labelNames: ['tool'],
    buckets: BUCKETS,
    registers,
  });
  const running = new Gauge({ name: 'calendar_calls_running', help: 'Calls without an answer.', registers });
  CALLS.start.subscribe(() => running.inc());
  CALLS.asyncEnd.subscribe((message) => {
    const { tool, outcome, code = '', startedAt } = message as SeenCall;
    running.dec();
    calls.inc({ tool, outcome, code });
    durations.observe({ tool }, (performance.now() - startedAt) / 1000);
  });
}

function countRequests(registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'calendar_upstream_requests_total',
    help: 'Requests to servers of calendars, by the kind of account and the status of the answer, none without one.',
    labelNames: ['account', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'calendar_upstream_request_duration_seconds',
    help: 'From sending a request to the last byte of its answer.',
    labelNames: ['account'],
    buckets: BUCKETS,
    registers,
  });
  REQUEST_ENDED.subscribe((message) => {
    const { account, status, startedAt } = message as SeenRequest;
    requests.inc({ account, status: status ?? 'none' });
    durations.observe({ account }, (performance.now() - startedAt) / 1000);
  });
}

function countCopies(registry: Registry): void {
  const registers = [registry];
  const age = new Gauge({
    name: 'calendar_oldest_copy_age_seconds',
    help: 'Since the copy that was not compared for longest was last compared with its server.',
    registers,
  });
  new Gauge({
    name: 'calendar_copies',
    help: 'Copies of calendars of people who are here, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const known = (await Promise.all([...OPEN_COPIES].map((copies) => copies.status()))).flat();
      const count = (state: MirrorStatus['state']): number =>
        known.filter((copy) => copy.state === state).length;
      for (const state of ['none', 'filling', 'complete'] as const) this.set({ state }, count(state));
      const oldest = Math.min(...known.flatMap(({ asOf }) => asOf ?? []));
      age.set(Number.isFinite(oldest) ? (Date.now() - oldest) / 1000 : 0);
    },
  });
}

function countConnections(registry: Registry): void {
  new Gauge({
    name: 'calendar_database_connections',
    help: 'Connections to the database by state, and what waits for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const sum = (of: (pool: SeenPool) => number): number =>
        [...OPEN_POOLS].reduce((total, pool) => total + of(pool), 0);
      this.set(
        { state: 'used' },
        sum(({ totalCount, idleCount }) => totalCount - idleCount),
      );
      this.set(
        { state: 'idle' },
        sum(({ idleCount }) => idleCount),
      );
      this.set(
        { state: 'waited for' },
        sum(({ waitingCount }) => waitingCount),
      );
    },
  });
}
