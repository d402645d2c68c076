import type { Occurrence } from '../../schemas/model/event.js';
import type { TimeScope } from '../time/time-value.js';

/** The context of requests: the time, and the events around it, sorted by start. */
export interface Surroundings {
  readonly scope: TimeScope;
  readonly events: readonly Occurrence[];
  readonly holdsTasks?: boolean;
}

/** A detail that the request left out. `value` is the default, or the unused words. */
export interface Assumption {
  readonly field: string;
  readonly value?: unknown;
  readonly reason: string;
}

/** Alternative values; `path` is a JSON pointer into the arguments, which hold the first or none. */
export interface Choice {
  readonly path: string;
  readonly values: readonly { readonly value: unknown; readonly event?: Occurrence }[];
}

/** A call that can run unchanged, with its confidence. */
export interface Intent {
  readonly tool: 'calendar_read' | 'calendar_write' | 'calendar_analyze';
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  readonly requiresConfirmation: boolean;
  readonly assumed: readonly Assumption[];
  readonly choices?: readonly Choice[];
  readonly event?: Occurrence;
}

type Parts = Readonly<Record<string, unknown>>;
type CallParts =
  | { readonly query: Parts; readonly mutation?: never }
  | { readonly analysis: Parts; readonly mutation?: never }
  | { readonly mutation: Parts & { readonly operation: string; readonly data?: Parts } };

/** A rule's reading of a request, before it is rated. */
export interface DraftCall {
  readonly call: CallParts;
  readonly doubts?: readonly Doubt[];
  readonly choices?: readonly Choice[];
  readonly event?: Occurrence;
  readonly left?: readonly string[];
}

/** Adds a doubt without a reason, because the call shows it. */
export function doubted(draft: DraftCall): DraftCall {
  return { ...draft, doubts: [...(draft.doubts ?? []), ...UNSURE] };
}

/** Doubts about a call: `filled` ones are expected defaults and only reported; `asked` ones need a yes. */
const DOUBTS = {
  length: ['filled', 'no length was given'],
  likelyTime: ['filled', 'morning or afternoon was not said'],
  noAddress: ['filled', 'no address is known for this name'],
  dayLong: ['filled', 'no time of day was given'],
  eitherHalf: ['asked', 'morning or afternoon was not said'],
  wholeDay: ['asked', 'no time of day was given'],
  wholePeriod: ['asked', 'no day of the period was given'],
  likelyDay: ['asked', 'no day was given'],
  partOfDay: ['asked', 'a part of the day was given instead of a time'],
  noTitle: ['asked', 'no title was given'],
  noEvent: ['asked', 'no such event was found in the range searched'],
  unread: ['asked', 'these words were not understood'],
  onlyNext: ['asked', 'which occurrences was not said'],
  past: ['asked', 'the day is past'],
  endFirst: ['asked', 'the end is before the start'],
  /** The call shows the reason: several things, a likely event, or a title of unusual words. */
  unsure: ['asked', undefined],
} as const satisfies Readonly<Record<string, readonly ['filled' | 'asked', string | undefined]>>;

export type Doubt = {
  readonly kind: keyof typeof DOUBTS;
  readonly field?: string | undefined;
  readonly value?: unknown;
};

export function doubt(kind: Doubt['kind'], field?: string, value?: unknown): Doubt {
  return { kind, field, value };
}

/** A doubt that the call itself shows. */
export const UNSURE: readonly Doubt[] = [doubt('unsure')];

const CERTAIN = 0.97;
const FILLED = 0.03;
/** Lower confidence requires confirmation. */
const SURE = 0.85;
/** Highest confidence with an open question; each further reason and unused word lowers it. */
const ASKED = 0.8;
const EACH = 0.1;
const LEAST = 0.1;
/** Most characters of unused words to report. */
const LONGEST_NAMED = 200;
const TOOLS = { query: 'calendar_read', mutation: 'calendar_write', analysis: 'calendar_analyze' } as const;

/** Rates a call: certain only if every word is used in its only reading, and nothing is deleted. */
export function intentOf({ call, doubts = [], choices = [], event, left = [] }: DraftCall): Intent {
  const [root = 'query'] = Object.keys(call) as (keyof typeof TOOLS)[];
  const words = left.join(' ').slice(0, LONGEST_NAMED);
  const asked = doubts.filter(({ kind }) => DOUBTS[kind][0] === 'asked').length;
  const reasons = asked + choices.length + (words === '' ? 0 : 1);
  const filled = doubts.length - asked;
  const confidence =
    reasons === 0 ? CERTAIN - FILLED * Math.min(filled, 3) : ASKED - EACH * (reasons - 1) - FILLED * filled;
  const destroys = call.mutation?.operation === 'delete';
  const assumed = doubts.flatMap(({ kind, field, value }: Doubt) => {
    const reason = DOUBTS[kind][1];
    return reason === undefined || field === undefined
      ? []
      : [{ field, ...(value !== undefined && { value }), reason }];
  });
  return {
    tool: TOOLS[root],
    arguments: call,
    confidence: Math.max(LEAST, Math.round(confidence * 100) / 100),
    requiresConfirmation: destroys || reasons > 0,
    assumed: words === '' ? assumed : [...assumed, { field: 'text', value: words, reason: DOUBTS.unread[1] }],
    ...(choices.length > 0 && { choices }),
    ...(event !== undefined && { event }),
  };
}

/** The intents of one text: if one needs confirmation, all do, because the answer may change the others. */
export function together(drafts: readonly DraftCall[]): readonly Intent[] {
  const isSure = (draft: DraftCall) => intentOf(draft).confidence >= SURE;
  const isAsked = !drafts.every(isSure);
  return drafts.map((draft) => intentOf(isAsked && isSure(draft) ? doubted(draft) : draft));
}

/** Lowers the confidence, because text in notes always needs confirmation. */
export function withLowerConfidence(intent: Intent): Intent {
  return { ...intent, confidence: Math.min(intent.confidence, 0.72), requiresConfirmation: true };
}
