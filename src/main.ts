#!/usr/bin/env node
import { getHeapStatistics } from 'node:v8';
import { runCli } from './cli/run-cli.js';
import { useFrugalHeap } from './system/frugal-heap.js';

const SMALL_HEAP = 192 * 1024 * 1024;

// A small heap limit asks for a small process.
if (getHeapStatistics().heap_size_limit < SMALL_HEAP) useFrugalHeap();

const code = await runCli(process.argv.slice(2), process.env);
// All cleanup is done, so a signal now ends the process even if the output still waits for its reader.
for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
for (const stream of [process.stdout, process.stderr]) {
  await new Promise((resolve) => stream.write('', resolve));
}
// An abandoned server connection must not keep the process alive.
process.exit(code);
