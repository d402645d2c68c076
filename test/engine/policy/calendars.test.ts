import { describe, expect, it } from 'vitest';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import { matchesPattern } from '../../../src/engine/policy/matches-pattern.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const at = (title: string, uid: string) =>
  ics(...event(`UID:${uid}`, `SUMMARY:${title}`, 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'));

function deskUnder(calendars: Partial<Policy['calendars']>): Desk {
  const policy = { ...POLICIES.trusted, calendars: { ...POLICIES.trusted.calendars, ...calendars } };
  const account = (name: string, names: readonly string[]) =>
    createMemoryBackend({
      name,
      calendars: names.map((one) => ({ name: one, objects: [at(`In ${one}`, `${name}-${one}`)] })),
    });
  return deskOver([account('work', ['Team', 'Board']), account('private', ['Family', 'Team'])], { policy });
}

const TITLES = { query: { type: 'events', fields: ['title'] } };

/** Every text in an answer but what its error repeats of the call. */
function namesIn(answer: unknown): readonly string[] {
  const texts: string[] = [];
  const { info = undefined } = answer as { info?: { didYouMean?: unknown; example?: unknown } };
  JSON.stringify(info === undefined ? answer : [info.didYouMean, info.example], (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}

async function titles(desk: Desk): Promise<readonly unknown[]> {
  const { events } = (await desk.read(TITLES)).data as { events: { title: string }[] };
  return events.map(({ title }) => title).sort();
}

describe('patterns', () => {
  it.each([
    ['work/team', 'work/*', true],
    ['work/team', '*/team', true],
    ['work/team', 'w*t*m', true],
    ['work/team', 'team', false],
    ['work/team', 'work/team*m', false],
    ['ab', 'ab*b', false],
    ['', '*', true],
    ['a*b', 'a*b', true],
    ['a.b', 'a?b', false],
  ])('%s as %s: %s', (text, pattern, matches) => {
    expect(matchesPattern(text, pattern)).toBe(matches);
  });

  it('take no longer for many stars', () => {
    expect(matchesPattern('a'.repeat(100_000), `${'a*'.repeat(200)}b`)).toBe(false);
  });
});

describe('calendars that are not visible', () => {
  it.each([
    [['work/*'], ['In Board', 'In Team']],
    [['  TEAM '], ['In Team', 'In Team']],
    [
      ['private/Team', 'board'],
      ['In Board', 'In Team'],
    ],
    [['F*'], ['In Family']],
  ])('%j shows %j', async (visible, shown) => {
    expect(await titles(deskUnder({ visible }))).toEqual(shown);
  });

  it('do not exist in listings, guesses and status', async () => {
    const desk = deskUnder({ visible: ['work/*'] });
    const data = { title: 'x', start: 'tomorrow', calendar: 'Family' };
    // As of any name, the example says what the caller has said.
    const { didYouMean } = (await failureOf(desk.write({ mutation: { operation: 'create', data } }))).info;
    const answers = [
      await desk.read({ query: { type: 'calendars' } }),
      await desk.analyze({ analysis: { type: 'status' } }),
      await desk.write({ mutation: { operation: 'sync' } }),
      await failureOf(desk.read({ query: { type: 'events', filters: { calendar: 'Famly' } } })),
      { didYouMean },
    ];
    expect(JSON.stringify(answers)).not.toContain('In Family');
    expect(answers.flatMap(namesIn).filter((name) => name.endsWith('Family'))).toEqual([]);
  });

  it('are a mistake of the configuration where none is left', async () => {
    const error = await failureOf(deskUnder({ visible: ['nowhere'] }).read(TITLES));
    expect(error).toMatchObject({ code: 'CONFIGURATION' });
  });
});

describe('calendars that are not writable', () => {
  it('say so, with the reason, and refuse', async () => {
    const desk = deskUnder({ writable: ['work/*'] });
    const { calendars } = (await desk.read({ query: { type: 'calendars' } })).data as { calendars: object[] };
    expect(calendars).toContainEqual(
      expect.objectContaining({
        name: 'Family',
        writable: false,
        readOnlyReason: 'The policy of this server does not let this calendar be written.',
      }),
    );
    const create = { operation: 'create', data: { title: 'x', start: 'tomorrow', calendar: 'Family' } };
    expect(await failureOf(desk.write({ mutation: create }))).toMatchObject({ code: 'READ_ONLY' });
    const byFilter = { operation: 'delete', filters: { title: 'In Family' } };
    expect(await failureOf(desk.write({ mutation: byFilter }))).toMatchObject({ code: 'READ_ONLY' });
  });
});
