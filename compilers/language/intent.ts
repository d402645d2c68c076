import type { Occurrence } from '../../schemas/model/event.js';
import type { TimeScope } from '../time/time-value.js';

/** What requests are read against: the time, and the events around it in order of their starts. */
export interface Surroundings {
  readonly scope: TimeScope;
  readonly events: readonly Occurrence[];
  /** Whether a name still has words of the language of the text that are no names. */
  readonly isForeign?: (name: string) => boolean;
}

/** Something that was not said. `value` is what stands in for it, or the words that could not be used. */
export interface Assumption {
  readonly field: string;
  readonly value?: unknown;
  readonly reason: string;
}

/** Values of which any can be meant; `path` is a JSON pointer into the arguments, which hold the first or none. */
export interface Choice {
  readonly path: string;
  readonly values: readonly { readonly value: unknown; readonly event?: Occurrence }[];
}

/** A call that runs as it stands, and how sure it is that it was meant. */
export interface Intent {
  readonly tool: 'calendar_read' | 'calendar_write' | 'calendar_analyze';
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  readonly requiresConfirmation: boolean;
  readonly assumed: readonly Assumption[];
  readonly choices?: readonly Choice[];
  /** The event that is named. */
  readonly event?: Occurrence;
}

/** Why a call may not be what was meant, and what that takes from its confidence. */
const DOUBTS = {
  length: [0.03, 'no length was given'],
  wholeDay: [0.15, 'no time of day was given'],
  likelyDayLong: [0.03, 'no time of day was given'],
  wholePeriod: [0.15, 'no day of the period was given'],
  manyDays: [0.15, undefined],
  likelyTime: [0.04, 'morning or afternoon was not said'],
  likelyDay: [0.1, 'no day was given'],
  partOfDay: [0.1, 'a part of the day was given instead of a time'],
  noTitle: [0.1, 'no title was given'],
  noAddress: [0.03, 'no address is known for this name'],
  noEvent: [0.3, 'no such event was found in the range searched'],
  onlyNext: [0.15, 'which occurrences was not said'],
  someWords: [0.13, undefined],
  likelyEvent: [0.2, undefined],
  allLater: [0.13, undefined],
  oddTitle: [0.15, undefined],
  /** An event of this name is there, which may be the one that is meant. */
  knownTitle: [0.15, undefined],
  /** Another part of the request was not understood. */
  unread: [0.15, undefined],
  past: [0.2, 'the day is past'],
  several: [0.4, undefined],
  noVerb: [0.03, undefined],
  fromEvent: [0.08, undefined],
  actionItem: [0.25, undefined],
  everything: [0.2, undefined],
} as const satisfies Readonly<Record<string, readonly [number, string | undefined]>>;

export type Doubt = { readonly kind: keyof typeof DOUBTS; readonly field?: string; readonly value?: unknown };

const CERTAIN = 0.97;
/** Below this a person should agree first. */
const SURE = 0.85;

interface Draft extends Pick<Intent, 'choices' | 'event'> {
  readonly doubts?: readonly Doubt[];
}

/** A call of calendar_write; deletions always ask. */
export function writing(
  mutation: { readonly operation: string } & Readonly<Record<string, unknown>>,
  draft: Draft,
): Intent {
  return intent('calendar_write', { mutation }, draft, mutation.operation === 'delete');
}

/** A call of calendar_read. */
export function reading(query: Readonly<Record<string, unknown>>, draft: Draft = {}): Intent {
  return intent('calendar_read', { query }, draft, false);
}

/** A call of calendar_analyze. */
export function analyzing(analysis: Readonly<Record<string, unknown>>, draft: Draft = {}): Intent {
  return intent('calendar_analyze', { analysis }, draft, false);
}

/** An intent of which more was said than was understood. */
export function doubted(intent: Intent, by: number): Intent {
  const confidence = Math.max(0.1, Math.round((intent.confidence - by) * 100) / 100);
  return {
    ...intent,
    confidence,
    requiresConfirmation: intent.requiresConfirmation || confidence < SURE,
  };
}

function intent(
  tool: Intent['tool'],
  args: Intent['arguments'],
  { doubts = [], choices = [], event }: Draft,
  destroys: boolean,
): Intent {
  const all = choices.length > 0 ? [...doubts, { kind: 'several' as const }] : doubts;
  const lost = all.reduce((sum, { kind }) => sum + DOUBTS[kind][0], 0);
  const confidence = Math.max(0.1, Math.round((CERTAIN - lost) * 100) / 100);
  return {
    tool,
    arguments: args,
    confidence,
    requiresConfirmation: destroys || confidence < SURE,
    assumed: doubts.flatMap(({ kind, field, value }: Doubt) => {
      const reason = DOUBTS[kind][1];
      if (reason === undefined || field === undefined) return [];
      return [{ field, ...(value !== undefined && { value }), reason }];
    }),
    ...(choices.length > 0 && { choices }),
    ...(event !== undefined && { event }),
  };
}
