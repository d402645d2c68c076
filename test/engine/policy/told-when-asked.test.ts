import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { Preview } from '../../../src/engine/policy/preview.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const OVERRIDDEN = ics(
  ...event(
    'UID:choir',
    'SUMMARY:Choir',
    'DTSTART:20261123T180000Z',
    'DTEND:20261123T190000Z',
    'RRULE:FREQ=WEEKLY;COUNT=6',
  ),
  ...event(
    'UID:choir',
    'SUMMARY:Choir in the hall',
    'RECURRENCE-ID:20261130T180000Z',
    'DTSTART:20261201T180000Z',
    'DTEND:20261201T190000Z',
  ),
);
const INVITATION = ics(
  ...event(
    'UID:demo',
    'SUMMARY:Demo',
    'DTSTART:20261127T100000Z',
    'DURATION:PT1H',
    'ORGANIZER:mailto:ann@x.org',
    'ATTENDEE:mailto:me@x.org',
  ),
);
const LOSS = 'Removed 1 individually changed occurrence outside the new rule.';
const EVERY_OTHER = {
  operation: 'update',
  filters: { title: 'Choir' },
  scope: 'all',
  changes: { recurrence: { frequency: 'weekly', interval: 2, count: 3 } },
};

/** What a person is asked about a change, and what the client is told where there is no dialog. */
async function questionsOf(mutation: object) {
  const objects = [OVERRIDDEN, INVITATION];
  const service = serviceOver(
    [
      createMemoryBackend({
        name: 'test',
        calendars: [{ name: 'Home', objects }],
        ownAddresses: ['me@x.org'],
      }),
    ],
    {
      policy: {
        ...POLICIES.trusted,
        write: { ...POLICIES.trusted.write, create: 'confirm', update: 'confirm', respond: 'confirm' },
      },
    },
  );
  const signal = new AbortController().signal;
  let asked = '';
  const ask = async (message: string) => {
    asked = message;
    return 'declined' as const;
  };
  await failureOf(service.write({ mutation }, { signal, ask }));
  const { info } = await failureOf(service.write({ mutation }, { signal }));
  return { asked, lines: asked.split('\n'), preview: info.pendingAction?.preview as Preview | undefined };
}

const created = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    operation: 'create',
    data: { title: `Tea ${at}`, start: '2026-11-27T10:00' },
  }));
const batch = (operations: readonly object[]) => ({ operation: 'batch', operations });

describe('a question', () => {
  it('says what would be lost', async () => {
    const { lines, preview } = await questionsOf(EVERY_OTHER);
    expect(lines[1]).toBe(LOSS);
    expect(preview?.notes).toEqual([LOSS]);
  });

  it('says what would be lost by an operation that it does not show', async () => {
    const { lines, preview } = await questionsOf(batch([...created(14), EVERY_OTHER]));
    expect(lines).toContain(LOSS);
    expect(preview).toMatchObject({ more: 5, notes: expect.arrayContaining([LOSS]) });
  });

  it('shows all of a comment that would be mailed', async () => {
    const comment = `${'I cannot come, sorry. '.repeat(8)}The code of the door is 1234.`;
    const { lines, preview } = await questionsOf({
      operation: 'respond',
      filters: { title: 'Demo' },
      response: 'declined',
      comment,
    });
    expect(lines).toContain(`  comment: "${comment}"`);
    expect(preview?.comment).toBe(comment);
  });

  it('says what comes into a list', async () => {
    const changes = { addTags: ['music'] };
    const { lines } = await questionsOf({ ...EVERY_OTHER, changes });
    expect(lines).toContain('  tags: added ["music"]');
  });

  it('shows a few more rows than ten, or says how many are left', async () => {
    const few = await questionsOf(batch(created(13)));
    expect(few.lines.filter((line) => line.startsWith('- "Tea'))).toHaveLength(13);
    expect([few.preview?.more, few.asked.includes('… and')]).toEqual([undefined, false]);
    const many = await questionsOf(batch(created(14)));
    expect(many.lines.filter((line) => line.startsWith('- "Tea'))).toHaveLength(10);
    expect([many.preview?.more, many.lines.includes('… and 4 more')]).toEqual([4, true]);
  });
});
