// @module-tag agreement
import { afterAll, describe, expect, inject, it } from 'vitest';
import { ANALYSIS_DEFAULTS } from '../../../schemas/input/analysis.js';
import { type Corpus, corpusOf } from '../../fixtures/corpora.js';
import { normalised } from '../../fixtures/normalise.js';
import {
  caldavStage,
  localWorld,
  memoryWorld,
  SIGNAL,
  type Stage,
  serviceOf,
  type World,
} from '../../fixtures/world.js';

/** Series, all-day events, other zones, clock changes and zero-length events, in one account. */
const CORPUS: Corpus = {
  calendars: ['work-week', 'edge-days', 'desk'].flatMap((name) => corpusOf(name).calendars),
  assistant: [],
  deleted: [],
};
const SETTING = { now: '2026-10-22T06:00:00Z', timezone: 'Europe/Berlin', weekStart: 7 };
const WHEN = { after: '2026-10-01', before: '2027-01-31' };

/** Every analysis, and each of its forms that counts differently. */
const ASKED: readonly object[] = [
  ...Object.keys(ANALYSIS_DEFAULTS).map((type) => ({
    type,
    scope: { when: WHEN },
    ...(type === 'parse_text' && { params: { text: 'move the Review to 15:00' } }),
  })),
  {
    type: 'availability',
    scope: { when: WHEN },
    params: { bufferMinutes: 10, limit: 500, prefer: 'morning' },
  },
  { type: 'conflicts', scope: { when: WHEN }, params: { allDay: true, limit: 500 } },
  { type: 'time_stats', scope: { when: WHEN }, params: { groupBy: 'person', evidence: true } },
  { type: 'recurring_events', params: { operation: 'patterns' } },
];

const { radicale, cyrus } = inject('servers') ?? { radicale: null, cyrus: null };
const servers = [radicale, cyrus].filter((server) => server !== null);
const stages: Stage[] = [];
const worlds: World[] = [];

async function answerOf(world: World, analysis: object): Promise<unknown> {
  const { data, meta } = await serviceOf(world, SETTING).analyze({ analysis }, { signal: SIGNAL });
  const { notes = [], nextOffset } = meta;
  return JSON.parse(JSON.stringify(normalised({ data, notes, nextOffset }, world)));
}

afterAll(async () => {
  for (const world of worlds) await world.close();
  for (const stage of stages) await stage.close();
});

describe.each(['local', ...servers.map(({ name }) => name)])('on %s', (name) => {
  const other = (async () => {
    const server = servers.find((one) => one.name === name);
    if (server === undefined) return localWorld(CORPUS);
    const names = CORPUS.calendars.map((calendar) => calendar.name);
    const stage = await caldavStage({ ...server, username: 'bob', password: 'bobpw' }, names);
    stages.push(stage);
    return stage.show(CORPUS);
  })().then((world) => {
    worlds.push(world);
    return world;
  });
  const memory = memoryWorld(CORPUS);

  it.each(ASKED.map((asked) => [JSON.stringify(asked), asked] as const))(
    'answers as in memory: %s',
    async (_, asked) => {
      const expected = await answerOf(await memory, asked);
      expect(JSON.stringify(expected).length).toBeGreaterThan(70);
      expect(await answerOf(await other, asked)).toEqual(expected);
    },
  );
});
