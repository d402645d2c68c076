import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { breakable } from '../failing-backend.js';
import { event, ics, serviceOver } from '../service-on-memory.js';
import {
  ANA,
  account,
  BEN,
  failure,
  LUNCH,
  ME,
  plainAccount,
  slotsOf,
  taken,
  UNKNOWN,
} from './times-of-accounts.js';

describe('availability of several people', () => {
  it('is free for everybody who could be checked: busy, tentative and away all count', async () => {
    const { backend, asked } = account('work', {
      [ANA]: [taken(9, 10), taken(13, 14, 'tentative')],
      [BEN]: [taken(15, 24, 'away')],
    });
    const { spans, people, meta } = await slotsOf([backend], [ANA, BEN]);
    expect(spans).toEqual(['10:00-12:00', '14:00-15:00']);
    expect(people).toEqual([
      { email: ANA, checked: true },
      { email: BEN, checked: true },
    ]);
    expect(meta).not.toHaveProperty('notes');
    const day = { from: Date.UTC(2026, 10, 23, 23), to: Date.UTC(2026, 10, 24, 23) };
    expect(asked).toEqual([{ addresses: [ANA, BEN], range: day }]);
  });

  it('keeps the buffer around their times too, also those just outside the range', async () => {
    const { backend, asked } = account('work', { [ANA]: [taken(9, 10), taken(17, 18)] });
    const { spans } = await slotsOf([backend], [ANA], { params: { bufferMinutes: 30 } });
    expect(spans).toEqual(['10:30-11:30', '13:30-16:30']);
    expect(asked[0]?.range.to).toBe(Date.UTC(2026, 10, 24, 23, 30));
  });

  it('asks about nothing that is over', async () => {
    const { backend, asked } = account('work', { [ANA]: [] });
    await slotsOf([backend], [ANA], { when: 'this week' });
    expect(asked[0]?.range.from).toBe(Date.UTC(2026, 10, 23, 8));
    expect((await slotsOf([backend], [ANA], { when: 'last week' })).spans).toEqual([]);
  });

  it('never takes somebody as free who could not be checked', async () => {
    const { backend } = account('work', { [ANA]: [taken(9, 12)] });
    const { spans, people, meta } = await slotsOf([backend], [ANA, BEN]);
    expect(spans).toEqual(['13:00-17:00']);
    expect(people).toEqual([
      { email: ANA, checked: true },
      { email: BEN, checked: false, reason: UNKNOWN },
    ]);
    expect(meta.notes).toEqual(['1 of 2 attendees could not be checked: the slots ignore them.']);
  });

  it('answers when nobody could be checked, and says so', async () => {
    const { spans, people, meta } = await slotsOf([plainAccount('home')], [ANA]);
    expect(spans).toEqual(['09:00-17:00']);
    expect(people).toEqual([
      { email: ANA, checked: false, reason: 'No account here provides the busy times of others.' },
    ]);
    expect(meta.notes).toEqual([
      'None of the attendees could be checked: only the calendars here were used for the slots.',
    ]);
  });

  it('asks one account after the other until one knows the person', async () => {
    const [one, two, three] = [
      account('work', { [ANA]: [taken(9, 10)] }),
      account('home', { [BEN]: [taken(10, 12)] }),
      account('club', { [ANA]: [taken(9, 17)], [BEN]: [taken(9, 17)] }),
    ];
    const all = [one, two, three].map(({ backend }) => backend);
    const { spans } = await slotsOf(all, [ANA, BEN]);
    expect(spans).toEqual(['13:00-17:00']);
    expect([one, two, three].map(({ asked }) => asked.map(({ addresses }) => addresses))).toEqual([
      [[ANA, BEN]],
      [[BEN]],
      [],
    ]);
  });

  it('asks only accounts whose calendars it looks at', async () => {
    const [one, two] = [account('work', { [ANA]: [] }), account('home', { [ANA]: [] })];
    await slotsOf([one.backend, two.backend], [ANA], { calendars: ['home calendar'] });
    expect([one.asked.length, two.asked.length]).toEqual([0, 1]);
  });

  it('names an account that fails, as the reason and in the sources', async () => {
    const [one, two] = [account('work', failure), account('home', { [BEN]: [taken(9, 12)] })];
    const { spans, people, meta } = await slotsOf([one.backend, two.backend], [ANA, BEN]);
    expect(spans).toEqual(['13:00-17:00']);
    expect(people).toEqual([
      { email: ANA, checked: false, reason: failure.message },
      { email: BEN, checked: true },
    ]);
    expect(meta.sources).toContainEqual({
      account: 'work',
      asked: 'free/busy',
      error: 'TIMEOUT',
      message: failure.message,
    });
  });

  it('does not blame the world for an account that could not be listed', async () => {
    const broken = breakable(account('work', { [ANA]: [] }).backend);
    broken.failCalendars = failure;
    const { people } = await slotsOf([broken.backend, plainAccount('home')], [ANA]);
    expect(people).toEqual([
      { email: ANA, checked: false, reason: 'An account that may provide them could not be reached.' },
    ]);
  });

  it('does not know the owner from some of the own calendars', async () => {
    const calendars = [
      { name: 'Work', objects: [LUNCH] },
      { name: 'Home', objects: [] },
    ];
    const backend = createMemoryBackend({ name: 'work', calendars, ownAddresses: [ME] });
    const home = await slotsOf([backend], [ME], { calendars: ['Home'] });
    expect(home.people).toEqual([
      { email: ME, checked: false, reason: expect.stringContaining('Only some') },
    ]);
    expect((await slotsOf([backend], [ME])).people).toEqual([{ email: ME, checked: true }]);
  });

  it('knows the owner from the own calendars, if those could be read', async () => {
    const { backend, asked } = account('work', { [ANA]: [] });
    const own = await slotsOf([backend], [ME]);
    expect(own.spans).toEqual(['09:00-12:00', '13:00-17:00']);
    expect(own.people).toEqual([{ email: ME, checked: true }]);
    expect(asked).toEqual([]);
    const broken = breakable(backend);
    broken.failScan = failure;
    const unread = await slotsOf([broken.backend, plainAccount('home')], [ME]);
    expect(unread.people).toEqual([{ email: ME, checked: false, reason: expect.any(String) }]);
  });

  it('names everybody once', async () => {
    const { backend, asked } = account('work', { [ANA]: [] });
    const { people } = await slotsOf([backend], [ANA, 'Ana@Example.org']);
    expect(people).toEqual([{ email: ANA, checked: true }]);
    expect(asked[0]?.addresses).toEqual([ANA]);
  });

  describe('named as in the filter for attendees', () => {
    const TEAM = ics(
      ...event(
        ...['UID:team', 'SUMMARY:Team', 'DTSTART:20260924T110000Z', 'DTEND:20260924T120000Z'],
        ...['ATTENDEE;CN=Ana Ortiz:mailto:ana@example.org', 'ATTENDEE;CN=Ben Ortiz:mailto:ben@example.org'],
      ),
    );
    const known = () => account('work', { [ANA]: [taken(9, 10)] }, [TEAM]);

    it('are asked about at their address, and the answer says who that is', async () => {
      const { backend, asked } = known();
      const { spans, people } = await slotsOf([backend], ['aná', ANA]);
      expect(spans).toEqual(['10:00-17:00']);
      expect(people).toEqual([{ name: 'aná', email: ANA, checked: true }]);
      expect(asked).toMatchObject([{ addresses: [ANA] }]);
    });

    it('are an error where nobody or several are called so, with their addresses', async () => {
      const { backend, asked } = known();
      const nobody = slotsOf([backend], [ANA, 'Dana']);
      await expect(nobody).rejects.toMatchObject({
        code: 'NOT_FOUND',
        info: { path: '/analysis/params/attendees/1' },
      });
      await expect(slotsOf([backend], ['Ortiz'])).rejects.toMatchObject({
        code: 'AMBIGUOUS_TARGET',
        info: {
          path: '/analysis/params/attendees/0',
          details: { matches: [`Ana Ortiz <${ANA}>`, `Ben Ortiz <${BEN}>`] },
        },
      });
      expect(asked).toEqual([]);
    });

    it('are not found in what the policy hides', async () => {
      const { backend } = known();
      const policy = { ...POLICIES.trusted, read: { ...POLICIES.trusted.read, others: 'freebusy' } } as const;
      const { analyze } = serviceOver([{ ...backend }], { policy });
      const call = { analysis: { type: 'availability', params: { attendees: ['Ana'] } } };
      await expect(analyze(call, { signal: new AbortController().signal })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });
  });

  it('is cancelled like everything else', async () => {
    const cancelled = new CalendarError('CANCELLED', 'The call was cancelled.');
    await expect(slotsOf([account('work', cancelled).backend], [ANA])).rejects.toBe(cancelled);
  });

  it.each([[[]], [['Ana <ana@example.org>']], [Array.from({ length: 51 }, (_, at) => `p${at}@x.org`)]])(
    'refuses %j',
    async (attendees) => {
      const { backend, asked } = account('work', {});
      await expect(slotsOf([backend], attendees)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(asked).toEqual([]);
    },
  );
});
