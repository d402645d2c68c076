import type { Occurrence } from '../../../schemas/model/event.js';
import type { MailedChange, Notified } from './notified-people.js';

const NOT_SHOWN = 'Who is on the event is not shown here; people on it may be mailed.';

/** A change with everyone who is on the event, for those who decide about it; never for an answer. */
export function withHiddenPeople(change: MailedChange): MailedChange {
  const { before, after } = change;
  return {
    ...change,
    ...(before && { before: { ...before, row: revealed(before.row) } }),
    ...(after && { after: { ...after, row: revealed(after.row) } }),
  };
}

function revealed(row: Occurrence | undefined): Occurrence | undefined {
  return row?.hidden === undefined ? row : { ...row, ...row.hidden };
}

/** What an answer says of who is mailed. */
export function shownPeople(
  changes: readonly MailedChange[],
  told: Notified,
): Pick<Notified, 'notified' | 'notes'> {
  const isLess = changes.some(({ before, after }) => (before?.row ?? after?.row)?.hidden !== undefined);
  return isLess ? { notified: [], notes: [NOT_SHOWN] } : told;
}
