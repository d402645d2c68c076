import { z } from 'zod/v3';

/** How a person's agreement comes back. */
export const confirmation = {
  confirmationToken: z.string().min(1).describe('pendingAction.token, once the user agreed').optional(),
  confirmed: z.boolean().describe('true with confirmationToken').optional(),
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
