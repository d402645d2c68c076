import type { Occurrence } from '../../schemas/model/event.js';
import type { TimeScope } from '../time/time-value.js';

/** What requests are read against: the time, and the events around it in order of their starts. */
export interface Surroundings {
  readonly scope: TimeScope;
  readonly events: readonly Occurrence[];
  /** A calendar is there that takes tasks. */
  readonly holdsTasks?: boolean;
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

type Parts = Readonly<Record<string, unknown>>;
/** `{query}`, `{mutation}` or `{analysis}`. */
type CallParts =
  | { readonly query: Parts; readonly mutation?: never }
  | { readonly analysis: Parts; readonly mutation?: never }
  | { readonly mutation: Parts & { readonly operation: string; readonly data?: Parts } };

/** What a rule made of a request, before it is certain. */
export interface DraftCall {
  readonly call: CallParts;
  readonly doubts?: readonly Doubt[];
  readonly choices?: readonly Choice[];
  readonly event?: Occurrence;
  /** Words that the rule did not use. */
  readonly left?: readonly string[];
}

/** The draft of which is asked: the reason shows in its call. */
export function doubted(draft: DraftCall): DraftCall {
  return { ...draft, doubts: [...(draft.doubts ?? []), ...UNSURE] };
}

/** Why a call may not be what was meant: what is filled in as people expect is only named, anything else is asked. */
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
  /** The reason shows in the call: several things, a likely event, a title of words that titles seldom have. */
  unsure: ['asked', undefined],
} as const satisfies Readonly<Record<string, readonly ['filled' | 'asked', string | undefined]>>;

/** Something that was not said or not understood, and the field that it is about. */
export type Doubt = {
  readonly kind: keyof typeof DOUBTS;
  readonly field?: string | undefined;
  readonly value?: unknown;
};

export function doubt(kind: Doubt['kind'], field?: string, value?: unknown): Doubt {
  return { kind, field, value };
}

/** What is asked because of what shows in the call. */
export const UNSURE: readonly Doubt[] = [doubt('unsure')];

const CERTAIN = 0.97;
const FILLED = 0.03;
/** Below this a person should agree first. */
const SURE = 0.85;
/** What is asked about begins below, and falls with each reason and each word that was not used. */
const ASKED = 0.8;
const EACH = 0.1;
const LEAST = 0.1;
/** Characters of what was not understood that are named. */
const LONGEST_NAMED = 200;
const TOOLS = { query: 'calendar_read', mutation: 'calendar_write', analysis: 'calendar_analyze' } as const;

/** Decides how certain a call is: every word used, one reading of each, nothing deleted, or it is asked about. */
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

/** The drafts of one text: where one is asked about, all of them are, as it may change what the others mean. */
export function together(drafts: readonly DraftCall[]): readonly Intent[] {
  const isSure = (draft: DraftCall) => intentOf(draft).confidence >= SURE;
  const isAsked = !drafts.every(isSure);
  return drafts.map((draft) => intentOf(isAsked && isSure(draft) ? doubted(draft) : draft));
}

/** What notes say is asked about. */
export function withLowerConfidence(intent: Intent): Intent {
  return { ...intent, confidence: Math.min(intent.confidence, 0.72), requiresConfirmation: true };
}
