import { valueAt } from '../input/schema-walk.js';
import { CalendarError, MOST_VIOLATIONS, type Violation } from '../model/error.js';
import { plainKey } from '../model/pointer.js';
import { ONLY_FORM, type ToolName } from '../tools/examples.js';
import { type Correction, correctCall, isMadeUp, LARGEST_EXAMPLE } from './correct-call.js';
import type { Finding, Judged, Path } from './finding.js';
import { guessCall } from './guess/guess-call.js';
import { isSame } from './is-same.js';

/** Most suggestions in one error. */
const MOST_ADVICE = 2;

interface Asked {
  readonly tool: ToolName | undefined;
  readonly root: string;
  /** A valid call of this kind, if the original cannot be corrected. */
  readonly stock: (call: unknown) => unknown;
}

/** One error for all problems of a call, with the corrected call as its example. */
export function refuseCall(asked: Asked, wrong: Judged, judge: (call: unknown) => Judged): CalendarError {
  const { tool, stock } = asked;
  const findings = [...wrong.findings].sort((a, b) => rank(a) - rank(b));
  const first = findings[0];
  const start = startOf(asked, wrong, first, judge);
  const correction = start && correctCall(start, judge, { isWrite: tool === 'calendar_write' });
  const mended = correction?.isRight === true ? correction : undefined;
  const all = wrong.isCompiled ? findings : [...findings, ...(correction?.compiled ?? [])];
  const violation: Violation = first?.violation ?? {
    code: 'INVALID_ARGUMENT',
    path: '',
    message: 'The call is not valid.',
  };
  const isCorrected = mended !== undefined && first?.instead === undefined;
  const example = mended?.call ?? (correction === undefined ? first?.instead?.example : undefined);
  const advice = isCorrected
    ? onCorrected(mended, all)
    : [
        first?.suggestion ?? '',
        example === undefined ? ONLY_FORM : '',
        first?.instead === undefined ? moreAt(violation) : '',
      ];
  const suggestion = advice.filter((sentence) => sentence !== '').join(' ');
  return new CalendarError(violation.code, violation.message, {
    path: violation.path,
    ...(violation.didYouMean === undefined ? {} : { didYouMean: violation.didYouMean }),
    ...(suggestion === '' ? {} : { suggestion }),
    ...(isCorrected && { isCorrected }),
    example: example ?? stock(correction?.call ?? wrong.call),
    violations: all.slice(0, MOST_VIOLATIONS).map((finding) => finding.violation),
    ...(tool === 'calendar_write' ? { outcome: 'not_applied' } : {}),
  });
}

/** Facts that the corrected call does not show: removed and made-up values, and their right form. */
function onCorrected({ without, madeUp }: Correction, findings: readonly Finding[]): readonly string[] {
  if (without.length + madeUp.length === 0) return [];
  const unsure = findings.filter(({ fixes }) =>
    fixes.some((one) => one.fix.kind === 'remove' || isMadeUp(one)),
  );
  const advice = unsure.flatMap(({ suggestion = '' }) => suggestion);
  return [
    ...[...new Set(advice)].slice(0, MOST_ADVICE),
    listed('The example leaves out', without),
    listed('Made up in the example:', madeUp),
  ];
}

/** Puts impossible requests first. */
function rank(finding: Finding): number {
  return finding.instead === undefined ? 1 : 0;
}

/**
 * The call to correct: the alternative, or the likely intended call. Undefined for a call of another tool, or one that
 * is too large.
 */
function startOf(
  { tool, root }: Asked,
  wrong: Judged,
  first: Finding | undefined,
  judge: (call: unknown) => Judged,
): Judged | undefined {
  const instead = first?.instead?.example;
  if (instead !== undefined) return valueAt(instead, root) === undefined ? undefined : judge(instead);
  if (wrong.call === undefined) return undefined;
  if (wrong.isCompiled) return wrong;
  if (JSON.stringify(wrong.call, plainNumber).length > LARGEST_EXAMPLE) return wrong;
  const likelier = guessCall(tool, root, wrong.call);
  return isSame(likelier, wrong.call) ? wrong : judge(likelier);
}

/** Calls can hold any value; JSON rejects bigint. */
function plainNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Removed or made-up values of the example, because sending it unchanged would do something else. */
function listed(what: string, paths: readonly Path[]): string {
  const names = paths.map((path) => path.findLast((key) => typeof key === 'string') ?? '');
  const some = [...new Set(names)].filter((name) => name !== '').slice(0, 5);
  return some.length === 0 ? '' : `${what} ${some.map((name) => `\`${plainKey(name)}\``).join(', ')}.`;
}

function moreAt({ code, path }: Violation): string {
  const topic = TOPICS.find(([part]) => part.test(`${code} ${path}`))?.[1];
  return topic === undefined ? '' : `More: calendar_analyze help "${topic}".`;
}

/** Help topics by the code and the path of a violation, the closest first. */
const TOPICS: readonly (readonly [RegExp, string])[] = [
  [/^INVALID_(?:DATE|TIMEZONE) /, 'times'],
  [/\/recurrence(?:\/|$)/, 'recurrence'],
  [/\/filters(?:\/|$)/, 'filters'],
  [/ \/query(?:\/|$)/, 'read'],
  [/ \/mutation(?:\/|$)/, 'write'],
  [/ \/analysis(?:\/|$)/, 'analysis'],
];
