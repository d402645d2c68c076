import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AgreementForm } from './agreement.js';

/** A person's agreement comes back as a token, and once more as a yes. */
export const BY_CONFIRMATION: AgreementForm = {
  shape: {
    confirmationToken: z.string().min(1).describe('Token of the question the user agreed to').optional(),
    confirmed: z.boolean().describe('true with confirmationToken').optional(),
  },
  argument: 'confirmationToken',
  advice: 'repeat the same call with the token as confirmationToken, and confirmed: true',
  check({ confirmationToken, confirmed }) {
    if (confirmed === true || (confirmed === undefined && confirmationToken === undefined)) return;
    throw new CalendarError('DECLINED', 'This was not confirmed; nothing was changed.', {
      outcome: 'not_applied',
      suggestion: 'Repeat the call with confirmed: true only if the user agrees.',
    });
  },
};

const attendee = z
  .object({
    userId: z.string(),
    displayName: z.string(),
    status: z.enum(['pending', 'accepted', 'declined']),
  })
  .strict();

/** An event as these tools return it. */
export const event = z
  .object({
    id: z.string(),
    familyId: z.string(),
    title: z.string(),
    startAt: z.string(),
    endAt: z.string(),
    location: z.string().nullable(),
    notes: z.string().nullable(),
    allDay: z.boolean(),
    createdByUserId: z.string(),
    attendees: z.array(attendee),
    createdAt: z.string().nullable(),
    updatedAt: z.string().nullable(),
  })
  .strict();
