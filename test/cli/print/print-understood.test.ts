import { expect, it } from 'vitest';
import { printUnderstood } from '../../../src/cli/print/print-understood.js';
import { screenOf } from '../../../src/cli/screen/screen.js';

it('names events that may be meant by their titles', () => {
  const event = (title: string) => ({ title, start: '2026-11-24T09:00+01:00', day: 'Tue' });
  const intent = {
    tool: 'calendar_write',
    arguments: { mutation: { operation: 'delete', id: 'a' } },
    confidence: 0.7,
    requiresConfirmation: true,
    assumed: [],
    choices: [
      {
        path: '/mutation/id',
        values: [
          { value: 'a', event: event('Yoga') },
          { value: 'b', event: event('Yoga with Ana') },
          { value: 'c' },
        ],
      },
    ],
  };
  const screen = { ...screenOf(process.stdout, { NO_COLOR: '1' }), width: 80 };
  expect(printUnderstood(intent, screen)).toContain('or: Yoga, Yoga with Ana, c');
});
