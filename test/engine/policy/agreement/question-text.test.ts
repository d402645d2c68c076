import { expect, it } from 'vitest';
import { questionText } from '../../../../src/engine/policy/preview.js';

const asked = (start: readonly [string, string]) =>
  questionText({
    description: '1 event would be changed.',
    because: [{ setting: 'policy.write.hidden' }],
    preview: {
      event: { title: '2026-11-24', start: start[1], day: 'Tue', calendar: 'Work' },
      changed: { start, title: ['a', '2026-11-24'] },
    },
  }).split('\n');

it('a person is asked about times as people write them, and about texts as they are', () => {
  expect(asked(['2026-11-24', '2026-11-24T15:00+01:00'])).toEqual([
    '1 event would be changed.',
    '- "2026-11-24", Tue 24 Nov 2026, 15:00, calendar "Work"',
    '  start: Tue 24 Nov 2026 → Tue 24 Nov 2026, 15:00',
    '  title: "a" → "2026-11-24"',
    'Asked because of policy.write.hidden.',
  ]);
});

it('an hour that comes twice is told apart', () => {
  expect(asked(['2026-10-25T02:30+02:00', '2026-10-25T02:30+01:00'])[2]).toBe(
    '  start: "2026-10-25T02:30+02:00" → "2026-10-25T02:30+01:00"',
  );
});
