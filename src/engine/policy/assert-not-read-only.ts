import { CalendarError } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';

export function assertNotReadOnly({ readOnly }: Policy): void {
  if (!readOnly) return;
  throw new CalendarError('READ_ONLY', 'This server only reads: nothing can be changed through it.', {
    outcome: 'not_applied',
    refusedBy: ['readOnly'],
    suggestion:
      'Tell the user, who can make the change in the calendar application, or allow writing (policy.readOnly).',
  });
}
