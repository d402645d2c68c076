import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const ME = 'me@example.org';
const asked = (answer: string) => `ATTENDEE;PARTSTAT=${answer}:mailto:${ME}`;
const one = (title: string, start: string, end: string, ...lines: readonly string[]) =>
  ics(
    ...event(
      `UID:${title}`,
      `SUMMARY:${title}`,
      `DTSTART:202611${start}00Z`,
      `DTEND:202611${end}00Z`,
      ...lines,
    ),
  );

/** It is Monday 23 November, 8:00 UTC. */
async function suggest(work: readonly string[], home: readonly string[] = [], query: object = {}) {
  const calendars = [
    { name: 'Work', objects: [...work] },
    { name: 'Home', objects: [...home] },
  ];
  const backend = createMemoryBackend({ name: 'a', calendars, ownAddresses: [ME] });
  const { data, meta } = await deskOver([backend]).read({
    query: { type: 'events', mode: 'smart_suggest', ...query },
  });
  const rows = data.events as readonly { title: string; score: number; reasons: string[]; more?: number }[];
  return { rows, scores: rows.map(({ title, score }) => [title, score]), meta };
}

describe('what needs attention', () => {
  it('adds up what is documented, highest first', async () => {
    const { rows, scores, meta } = await suggest([
      one('Quiet', '24T0900', '24T1000'),
      one('Invited', '24T0900', '24T1000', 'LOCATION:Room', asked('NEEDS-ACTION')),
      one('Everything', '23T0930', '23T1030', 'STATUS:TENTATIVE', asked('NEEDS-ACTION')),
      one('Overlapped', '23T1029', '23T1100'),
      one('Soon', '23T1000', '23T1015', 'URL:https://example.org'),
      one('Later', '23T1001', '23T1002', 'CONFERENCE:https://example.org', asked('TENTATIVE')),
    ]);
    expect(scores).toEqual([
      ['Everything', 100 + 80 + 60 + 40 + 20],
      ['Soon', 80 + 60],
      ['Later', 80 + 40],
      ['Invited', 100],
      ['Overlapped', 80],
    ]);
    expect(rows[0]?.reasons).toEqual([
      'unanswered invitation',
      'conflict today',
      'starts within 2 h',
      'tentative',
      'no location or link',
    ]);
    expect(meta.total).toBe(5);
  });

  it('sees conflicts with calendars that were not asked about, and only those of today', async () => {
    const objects = [one('A', '23T1200', '23T1300'), one('B', '24T1200', '24T1300')];
    const home = [one('Lunch', '23T1230', '23T1330'), one('Dinner', '24T1230', '24T1330')];
    const { rows } = await suggest(objects, home, { filters: { calendar: 'Work' } });
    expect(rows).toMatchObject([{ title: 'A', score: 80, with: ['Lunch'] }]);
  });

  it('leaves out what is over, cancelled or declined', async () => {
    const { scores } = await suggest(
      [
        one('Over', '23T0700', '23T0800', asked('NEEDS-ACTION')),
        one('Cancelled', '23T0900', '23T1000', 'STATUS:CANCELLED', asked('NEEDS-ACTION')),
        one('Declined', '23T0900', '23T1000', asked('DECLINED')),
      ],
      [],
      { filters: { when: 'today' } },
    );
    expect(scores).toEqual([]);
  });

  it('names a series once for the same reasons', async () => {
    const daily = one('Daily', '24T0900', '24T0930', 'RRULE:FREQ=DAILY;COUNT=5', asked('NEEDS-ACTION'));
    const { rows } = await suggest([daily]);
    expect(rows).toMatchObject([{ title: 'Daily', score: 120, more: 4 }]);
  });

  it('says what it does not take', async () => {
    for (const query of [
      { sort: [{ field: 'title' }] },
      { expand: false },
      { format: 'ics' },
      { type: 'freebusy' },
    ]) {
      await expect(suggest([], [], query)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });
});
