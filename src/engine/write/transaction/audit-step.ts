import type { Receipt } from '../../../ports/backend.js';
import type { AuditTrail } from '../../context/audit-trail.js';
import type { Engine } from '../../context/engine.js';
import { eventId } from '../../sources/event-id.js';
import type { CalendarDraftStep, EventDraftStep, ReceivedObject } from './draft-step.js';

const LONGEST_TITLE = 200;

type Reading = Pick<Engine, 'settings' | 'recordOf'>;

interface SentStep {
  readonly step: EventDraftStep;
  readonly receipt: Receipt | undefined;
  /** True if the object has the former text, not only its version. */
  readonly knowsBefore: boolean;
}

export function auditStep(
  { step, receipt, knowsBefore }: SentStep,
  engine: Reading,
  trail: AuditTrail,
): void {
  const { calendar } = step.kind === 'move' ? step.to : step.source;
  const before = step.kind === 'create' ? undefined : step.object;
  const title = titleOf(receipt ?? before, calendar.id, engine);
  trail.did(
    {
      did: step.kind,
      id: eventId(calendar.id, step.uid),
      calendar: calendar.id,
      ...(title !== undefined && { title }),
    },
    {
      ...(before !== undefined && knowsBefore && { before: before.ics }),
      ...(receipt !== undefined && { after: receipt.ics }),
    },
  );
}

export function auditCalendar(did: CalendarDraftStep['kind'], id: string, trail: AuditTrail): void {
  trail.did({ did, id }, {});
}

/** Only if the operator wants text in the log. */
function titleOf(
  object: ReceivedObject | undefined,
  calendarId: string,
  { settings, recordOf }: Reading,
): string | undefined {
  if (!settings.auditsText || object === undefined) return undefined;
  const { href, etag, ics } = object;
  return recordOf({ calendarId, href, etag, ics }).series[0]?.fields.title.slice(0, LONGEST_TITLE);
}
