import type { Instant } from '../../../schemas/model/time.js';
import type { Caller } from './service.js';

/** Who made an event for its owner. */
export interface Origin {
  /** The client of the assistant, as it calls itself; unknown for what was made before clients were kept. */
  readonly client?: string | undefined;
  /** Its text may be by others. */
  readonly imported?: true;
  /** When it was made; unknown for what was made before this was kept. */
  readonly created?: Instant | undefined;
}

/** What the assistant is known to have made, by UID; who else may have put an event under it is not looked at. */
export interface Origins {
  /** Undefined for what a person made. */
  of(event: { readonly uid: string; readonly id: string }): Origin | undefined;
}

/** Whether the assistant made an event, text and all. */
export function isOwnWork(origin: Origin | undefined): boolean {
  return origin !== undefined && !origin.imported;
}

const LONGEST_NAME = 60;
/** Characters that are invisible or change how others are seen. */
const NOT_PRINTED = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** What a caller makes is its own, unless the caller is a person at the shell. */
export function originOf(caller: Caller): Origin | undefined {
  return caller.kind === 'person' ? undefined : { client: clientOf(caller) };
}

/** Name and version of a client on one short line: its own words, so without anything that is not printed. */
export function clientOf({ name = '', version = '' }: Caller): string | undefined {
  const [short, number] = [printed(name), printed(version)];
  return short === '' ? undefined : [short, number].filter((part) => part !== '').join(' ');
}

function printed(text: string): string {
  return [...text.replace(NOT_PRINTED, '')].slice(0, LONGEST_NAME).join('').trim();
}

/**
 * What an event is known by: what was made here by its UID, wherever it goes; what was imported only by its id, as the
 * writer of the text chooses the UID, which may be that of an event in another calendar.
 */
export type EventMark = `u${string}` | `i${string}`;

/** What a step makes for the assistant. */
export interface MadeEvent {
  readonly mark: EventMark;
  readonly origin: Origin;
}

/** What the assistant makes, undefined where nobody but a person has a hand in it. */
export function madeEvent(
  event: { readonly uid: string; readonly id: string },
  origin: Origin | undefined,
): MadeEvent | undefined {
  return origin && { mark: origin.imported ? `i${event.id}` : `u${event.uid}`, origin };
}

/** Marks in the order in which they were added. */
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
