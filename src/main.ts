#!/usr/bin/env node
import { getHeapStatistics } from 'node:v8';
import { runCli } from './cli/run-cli.js';
import { useFrugalHeap } from './system/frugal-heap.js';

const SMALL_HEAP = 192 * 1024 * 1024;

// Who allows only a small heap wants a small process.
if (getHeapStatistics().heap_size_limit < SMALL_HEAP) useFrugalHeap();

const code = await runCli(process.argv.slice(2), process.env);
// Nothing is left to be ended in order: while the output waits for its reader, a signal ends the process.
for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
for (const stream of [process.stdout, process.stderr]) {
  await new Promise((resolve) => stream.write('', resolve));
}
// A server that was given up may still hold a connection, which must not keep the process alive.
process.exit(code);
