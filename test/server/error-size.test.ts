import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, it } from 'vitest';
import { createToolRunner } from '../../src/server/run-tool.js';
import { createJsonLog } from '../../src/system/json-log.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { sentCalls } from '../fixtures/call-tables.js';
import { createMemoryBackend } from '../reference/memory-backend.js';

/** Tokens: the call put right takes up to half of them, and a model reads them before it tries again. */
const MOST_IN_THE_MIDDLE = 90;
const MOST = 300;

const log = createJsonLog({ level: 'silent', write: () => undefined });
const run = createToolRunner({
  service: serviceOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] })]),
  aliases: [],
  log,
});

type Call = ReturnType<typeof sentCalls>[number];

/** Wrong calls as models send them, and those that each show one kind of mistake. */
const SETS: Readonly<Record<string, readonly Call[]>> = {
  'wrong-calls': sentCalls('wrong-calls'),
  invalid: sentCalls(''),
};

async function sizeOf({ tool, sent }: Call): Promise<number | undefined> {
  const answer = await run(tool, sent, { signal: new AbortController().signal });
  const [item] = answer.content;
  return answer.isError === true && item?.type === 'text' ? encode(item.text).length : undefined;
}

describe('the answers to wrong calls', () => {
  const lines: string[] = [];
  afterAll(() => void process.stdout.write(`${lines.join('\n')}\n`));

  it.each(Object.entries(SETS))('%s are short', async (name, calls) => {
    const sizes: number[] = [];
    for (const call of calls) {
      const size = await sizeOf(call);
      if (size !== undefined) sizes.push(size);
    }
    sizes.sort((a, b) => a - b);
    const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    lines.push(
      `${name}: ${sizes.length} errors, tokens: median ${median}, mean ${Math.round(mean)}, largest ${sizes.at(-1)}`,
    );
    expect(sizes.length).toBeGreaterThan(60);
    expect(median).toBeLessThanOrEqual(MOST_IN_THE_MIDDLE);
    expect(sizes.at(-1)).toBeLessThanOrEqual(MOST);
  });
});
