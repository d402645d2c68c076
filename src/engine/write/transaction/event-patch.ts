import type { Patch } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import type { EventStep } from '../../journal/undo-step.js';
import type { EventDraftStep } from './draft-step.js';

export function patchOf(step: EventDraftStep): Patch {
  const { calendar } = step.source;
  const silent = step.silent ? { silent: true } : {};
  if (step.kind === 'create') return { kind: 'create', calendar, uid: step.uid, ics: step.ics, ...silent };
  const { href, etag, ics } = step.object;
  switch (step.kind) {
    case 'replace':
      return { kind: 'replace', calendar, href, etag, ics: step.ics, ...silent };
    case 'delete':
      return { kind: 'delete', calendar, href, etag };
    case 'move':
      return { kind: 'move', calendar, href, etag, to: step.to.calendar, ics };
  }
}

const FOR_GOOD = { forGood: true } as const;

/** An applied step as stored, with what is needed to undo it. */
export function appliedStep(step: EventDraftStep, receipt: Receipt | undefined): EventStep {
  const place = { calendarId: step.source.calendar.id, uid: step.uid };
  if (step.kind === 'delete') {
    const isForGood = step.kept === 'nothing';
    return { kind: 'deleted', ...place, ...formerOf(step), ...(isForGood && FOR_GOOD) };
  }
  if (receipt === undefined)
    throw new CalendarError('INTERNAL', 'A write gave no receipt.', { outcome: 'unknown' });
  const stored = { ...place, href: receipt.href, etag: receipt.etag };
  switch (step.kind) {
    case 'create':
      return {
        kind: 'created',
        ...stored,
        ics: receipt.ics,
        ...(step.restored && { restored: step.restored }),
      };
    case 'replace':
      return { kind: 'replaced', ...stored, ...formerOf(step), ...(step.isForGood && FOR_GOOD) };
    case 'move':
      return { kind: 'moved', ...stored, toCalendarId: step.to.calendar.id, ...formerOf(step) };
  }
}

function formerOf({ object: { href, etag, ics } }: Exclude<EventDraftStep, { kind: 'create' }>) {
  return { before: ics, former: { href, etag } };
}
