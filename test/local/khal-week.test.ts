import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusOf } from '../fixtures/corpora.js';
import { localWorld, SIGNAL, serviceOf } from '../fixtures/world.js';
import { installed } from './installed.js';
import { KHAL, khalOn } from './khal-on.js';

const ZONE = 'Europe/Berlin';

interface Row {
  readonly title: string;
  readonly start: string;
  readonly end: string;
}

const time = (text: string): string => text.slice(0, 16).replace('T', ' ');
const line = ({ title, start, end }: Row): string => [title, time(start), time(end)].join('|');

describe.skipIf(!installed(KHAL, 'khal'))('khal and calendar_read on the same folder', () => {
  it.each([
    ['2026-11-23', '2026-11-29'],
    ['2026-10-19', '2026-10-25'],
    ['2026-03-23', '2026-03-29'],
  ])('show the same week from %s to %s', async (first, last) => {
    const world = await localWorld(corpusOf('work-week'));
    const home = mkdtempSync(join(tmpdir(), 'khal-'));
    try {
      const service = serviceOf(world, { now: `${first}T08:00:00Z`, timezone: ZONE, weekStart: 1 });
      const query = {
        type: 'events',
        filters: { when: { between: [first, last] } },
        limit: 500,
        fields: ['title', 'start', 'end'],
      };
      const { data } = await service.read({ query }, { signal: SIGNAL });
      const ours = (data.events as Row[]).map(line);
      const folders = new Map(
        readdirSync(world.dir, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => [name, join(world.dir, name)]),
      );
      const format = '{title}|{start-long}|{end-long}';
      const printed = khalOn(home, folders, ZONE)(
        'list',
        '--day-format',
        '',
        '--format',
        format,
        first,
        '7d',
      );
      const theirs = printed.split('\n').filter((text) => text !== '');
      expect(new Set(ours).size).toBeGreaterThan(3);
      expect([...new Set(ours)].sort()).toEqual([...new Set(theirs)].sort());
    } finally {
      rmSync(home, { recursive: true, force: true });
      await world.close();
    }
  });
});
