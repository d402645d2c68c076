import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import type { CalendarRef } from '../../../../schemas/model/event.js';
import type { Backend, CalendarObject } from '../../../ports/backend.js';
import type { MirrorControl } from '../../../ports/mirror.js';
import type { MadeEvent } from '../../context/origins.js';
import type { Source } from '../../context/source.js';
import type { UndoStep } from '../../journal/undo-step.js';

/** One version of an object, with its address. */
export type ReceivedObject = Pick<CalendarObject, 'href' | 'etag' | 'ics'>;

interface OnEvent {
  readonly source: Source;
  readonly uid: string;
  /** True if the server must not invite new people. */
  readonly silent?: boolean;
}

interface OnObject extends OnEvent {
  /** The object as read; a version written by an earlier step of the draft replaces it. */
  readonly object: ReceivedObject;
}

export type EventDraftStep =
  | ({
      readonly kind: 'create';
      readonly ics: string;
      /** Set if the assistant makes it; recorded in the provenance store. */
      readonly made?: MadeEvent | undefined;
      /** Set if it comes out of the trash of this calendar. */
      readonly restored?: CalendarRef;
    } & OnEvent)
  | ({
      readonly kind: 'replace';
      readonly ics: string;
      /** True if the removed part is kept nowhere. */
      readonly isForGood?: boolean;
    } & OnObject)
  /** `kept`: an entry in the trash, only what an undo needs, or nothing. */
  | ({ readonly kind: 'delete'; readonly kept: 'trash' | 'undo' | 'nothing' } & OnObject)
  | ({ readonly kind: 'move'; readonly to: Source } & OnObject);

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
      /** True if its events go to the trash first. */
      readonly soft: boolean;
    };

/** An operation as data: policy, dry run, transaction and rollback read the same list. */
export type DraftStep =
  | EventDraftStep
  | CalendarDraftStep
  /** `steps` of an earlier write, in the order of undoing them. */
  | {
      readonly kind: 'take-back';
      readonly token: string;
      readonly steps: readonly UndoStep[];
      readonly trashed: readonly string[];
    }
  /** Compares copies of calendars with their source. */
  | {
      readonly kind: 'sync';
      readonly mirror: MirrorControl;
      readonly calendarIds: readonly string[];
      readonly full: boolean;
    };

export interface KeptObject extends CalendarObject {
  readonly uid: string;
}

/** The objects of a calendar, as its backend has them now. */
export interface CalendarContent {
  readonly objects: readonly KeptObject[];
  /** Addresses of unreadable objects, which cannot be kept. */
  readonly unreadable: readonly string[];
  /** Address and version of each object; equal lists mean equal content. */
  readonly versions: readonly string[];
}
