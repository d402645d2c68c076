import type { EventFields, Occurrence } from '../../../schemas/model/event.js';
import { viewOf, type WriteSession } from './write-session.js';
import type { WriteTarget } from './write-target.js';

export type Invitation = Pick<Occurrence, 'attendees' | 'status'> & Pick<EventFields, 'organizer'>;

/** The target of a write with its people: one occurrence, or everyone on any part of a series. */
export async function invitedTo(
  { source, object, row, scope }: WriteTarget,
  run: WriteSession,
): Promise<Invitation> {
  if (scope === 'this') return row;
  const { series } = await viewOf(run, source, object, row.uid);
  const { fields, overrides } = series;
  return {
    ...fields,
    attendees: [fields, ...overrides.map((one) => one.fields)].flatMap((one) => one.attendees),
  };
}
