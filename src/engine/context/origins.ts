import type { Instant } from '../../../schemas/model/time.js';
import type { Caller } from './service.js';

/** The client that made an event for its owner. */
export interface Origin {
  /** The name the client gives itself; unknown for events made before clients were recorded. */
  readonly client?: string | undefined;
  /** The text may be by others. */
  readonly imported?: true;
  /** Unknown for events made before times were recorded. */
  readonly created?: Instant | undefined;
}

/** Events known to be made by the assistant, by UID. Does not check if others reused a UID. */
export interface Origins {
  /** Undefined for a person's event. */
  of(event: { readonly uid: string; readonly id: string }): Origin | undefined;
}

/** True if the assistant made the event, including its text. */
export function isOwnWork(origin: Origin | undefined): boolean {
  return origin !== undefined && !origin.imported;
}

const LONGEST_NAME = 60;
/** Characters that are invisible or change how others are seen. */
const NOT_PRINTED = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Undefined for a person at the shell, whose events are their own. */
export function originOf(caller: Caller): Origin | undefined {
  return caller.kind === 'person' ? undefined : { client: clientOf(caller) };
}

/** The name and version of a client on one short line, without unprintable characters. */
export function clientOf({ name = '', version = '' }: Caller): string | undefined {
  const [short, number] = [printed(name), printed(version)];
  return short === '' ? undefined : [short, number].filter((part) => part !== '').join(' ');
}

function printed(text: string): string {
  return [...text.replace(NOT_PRINTED, '')].slice(0, LONGEST_NAME).join('').trim();
}

/**
 * Identifies an event. Made here: by UID, wherever it moves. Imported: by id, because the writer of the text
 * chooses the UID and may use that of an event in another calendar.
 */
export type EventMark = `u${string}` | `i${string}`;

export interface MadeEvent {
  readonly mark: EventMark;
  readonly origin: Origin;
}

/** Undefined if a person made the event. */
export function madeEvent(
  event: { readonly uid: string; readonly id: string },
  origin: Origin | undefined,
): MadeEvent | undefined {
  return origin && { mark: origin.imported ? `i${event.id}` : `u${event.uid}`, origin };
}

/** Marks in insertion order. */
export class KnownOrigins implements Origins {
  readonly #origins = new Map<string, Origin>();

  constructor(
    private readonly base?: Origins,
    made?: MadeEvent,
  ) {
    if (made !== undefined) this.add(made.mark, made.origin);
  }

  get entries(): Iterable<readonly [string, Origin]> {
    return this.#origins;
  }

  add(mark: string, { client, created }: Origin): void {
    this.#origins.set(mark, { client, ...(created !== undefined && { created }) });
  }

  of(event: { readonly uid: string; readonly id: string }): Origin | undefined {
    const made = this.#origins.get(`u${event.uid}`);
    if (made !== undefined) return made;
    const imported = this.#origins.get(`i${event.id}`);
    return imported === undefined ? this.base?.of(event) : { ...imported, imported: true };
  }
}
