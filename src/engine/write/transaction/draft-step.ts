import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import type { CalendarRef } from '../../../../schemas/model/event.js';
import type { Backend, CalendarObject } from '../../../ports/backend.js';
import type { MirrorControl } from '../../../ports/mirror.js';
import type { MadeEvent } from '../../context/origins.js';
import type { Source } from '../../context/source.js';
import type { UndoStep } from '../../journal/undo-step.js';

/** One version of an object, where it lies. */
export type ReceivedObject = Pick<CalendarObject, 'href' | 'etag' | 'ics'>;

interface OnEvent {
  readonly source: Source;
  readonly uid: string;
  /** The server must not invite new people. */
  readonly silent?: boolean;
}

interface OnObject extends OnEvent {
  /** As it was read; where an earlier step of the draft has written it, what that has stored counts. */
  readonly object: ReceivedObject;
}

/** What is to be done to one object. */
export type EventDraftStep =
  | ({
      readonly kind: 'create';
      readonly ics: string;
      /** The assistant makes it, which the ledger keeps. */
      readonly made?: MadeEvent | undefined;
      /** It comes out of the trash, where it was as one of this calendar. */
      readonly restored?: CalendarRef;
    } & OnEvent)
  | ({
      readonly kind: 'replace';
      readonly ics: string;
      /** What it takes away is kept nowhere. */
      readonly isForGood?: boolean;
    } & OnObject)
  /** What is left of it: an entry in the trash, only the way back of an undo, or nothing. */
  | ({ readonly kind: 'delete'; readonly kept: 'trash' | 'undo' | 'nothing' } & OnObject)
  | ({ readonly kind: 'move'; readonly to: Source } & OnObject);

/** What is to be done to a calendar itself. */
export type CalendarDraftStep =
  | {
      readonly kind: 'create-calendar';
      readonly backend: Backend;
      readonly labels: CalendarLabels & { readonly name: string };
      readonly folder: string;
    }
  | { readonly kind: 'update-calendar'; readonly source: Source; readonly labels: CalendarLabels }
  | {
      readonly kind: 'delete-calendar';
      readonly source: Source;
      readonly content: CalendarContent;
      /** Its events go to the trash first. */
      readonly soft: boolean;
    };

/** What an operation would do, as data: policy, dry run, transaction and rollback read the same list. */
export type DraftStep =
  | EventDraftStep
  | CalendarDraftStep
  /** `steps` of an earlier write, in the order in which they are undone. */
  | {
      readonly kind: 'take-back';
      readonly token: string;
      readonly steps: readonly UndoStep[];
      readonly trashed: readonly string[];
    }
  /** Copies of calendars are compared with their source. */
  | {
      readonly kind: 'sync';
      readonly mirror: MirrorControl;
      readonly calendarIds: readonly string[];
      readonly full: boolean;
    };

/** An object with the UID it is kept under. */
export interface KeptObject extends CalendarObject {
  readonly uid: string;
}

/** Everything a calendar holds, as its backend has it now. */
export interface CalendarContent {
  readonly objects: readonly KeptObject[];
  /** Addresses of what is there but cannot be read, and so cannot be kept. */
  readonly unreadable: readonly string[];
  /** Address and version of each: two contents with the same list are the same. */
  readonly versions: readonly string[];
}
