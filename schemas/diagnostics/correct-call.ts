import { inside } from '../input/schema-walk.js';
import { MOST_VIOLATIONS } from '../model/error.js';
import { isRecord } from '../model/is-record.js';
import { applyFixes, type PlacedFix } from './apply-fixes.js';
import type { Finding, Judged, Path } from './finding.js';
import { fold } from './fold-name.js';
import { isSame } from './is-same.js';

/** Characters of an example built from the caller's own call; a stock example replaces a larger one. */
export const LARGEST_EXAMPLE = 2000;
/** Most rounds of repair, because one repair can reveal another mistake, such as a reversed range. */
const MOST_ROUNDS = 8;

/** The call, corrected if possible. */
export interface Correction {
  readonly call: unknown;
  readonly isRight: boolean;
  /** Findings in times and words, after the form was right. */
  readonly compiled: readonly Finding[];
  /** Places whose values were removed. */
  readonly without: readonly Path[];
  /** Places with made-up values, which only the caller knows. */
  readonly madeUp: readonly Path[];
}

interface Removed {
  readonly path: Path;
  readonly value: unknown;
}

/** Corrects every violation of the caller's own call if possible. `isWrite`: keeps all limits on a write. */
export function correctCall(
  given: Judged,
  judge: (call: unknown) => Judged,
  { isWrite }: { readonly isWrite: boolean },
): Correction {
  const without: Path[] = [];
  const madeUp: Path[] = [];
  let removed: Removed[] = [];
  let now = given;
  let compiled = now.isCompiled ? now.findings : undefined;
  for (let round = 0; now.findings.length > 0 && isRepairable(now, round); round += 1) {
    const { call, findings } = now;
    const fixes = findings.flatMap((finding) => finding.fixes);
    const mended = applyFixes(call, fixes);
    const isLost = (one: PlacedFix) => one.fix.kind === 'remove' || hasNotMoved(one, call, mended);
    const losesGuard = (finding: Finding) =>
      finding.fixes.some((one) => isLost(one) && isLostGuard(call, finding, one));
    if (isWrite && findings.some(losesGuard)) break;
    removed.push(...fixes.filter(isLost).map(({ path }) => ({ path, value: inside(call, path) })));
    madeUp.push(...fixes.filter(isMadeUp).map(({ path }) => path));
    now = judge(mended);
    // Checked here and at the end, because compiling rewrites a moved time.
    if (now.findings.length === 0 || (now.isCompiled && compiled === undefined)) {
      without.push(...removed.filter((one) => isGone(one, now.call)).map(({ path }) => path));
      removed = [];
    }
    compiled ??= now.isCompiled ? now.findings : undefined;
  }
  const { call, findings } = now;
  const isRight = findings.length === 0 && JSON.stringify(call).length <= LARGEST_EXAMPLE;
  return { call, isRight, compiled: compiled ?? [], without, madeUp };
}

/** True if the fix inserts a value that only the caller can know. */
export function isMadeUp({ fix }: PlacedFix): boolean {
  return fix.kind === 'set' && fix.isMadeUp === true;
}

function isRepairable({ findings }: Judged, round: number): boolean {
  return (
    round < MOST_ROUNDS &&
    findings.length <= MOST_VIOLATIONS &&
    findings.every(({ fixes }) => fixes.length > 0)
  );
}

/** True if the target of a move was taken. */
function hasNotMoved({ path, fix }: PlacedFix, before: unknown, after: unknown): boolean {
  return fix.kind === 'move' && !isSame(inside(before, path), inside(after, fix.to));
}

/** True if a removed value is neither back in its place nor elsewhere in that object. */
function isGone({ path, value }: Removed, call: unknown): boolean {
  if (value === undefined) return false;
  if (typeof path.at(-1) !== 'number' && inside(call, path) !== undefined) return false;
  return !holds(inside(call, path.slice(0, -1)), value);
}

function holds(part: unknown, value: unknown): boolean {
  if (isSame(part, value)) return true;
  return typeof part === 'object' && part !== null && Object.values(part).some((one) => holds(one, value));
}

/** Keys that limit a write, folded. */
const GUARDS: ReadonlySet<string> = new Set([
  ...['dryrun', 'scope', 'ifmatch', 'undotoken', 'allowconflicts'],
  ...['notify', 'sendupdates', 'sendnotifications', 'recurrenceid', 'originalstart', 'originalstarttime'],
]);

/**
 * True if removing this value makes a write do more, or change more events. An unknown `scope` limits nothing, except
 * in a batch, where it was meant for the operations.
 */
function isLostGuard(call: unknown, { violation }: Finding, { path, fix }: PlacedFix): boolean {
  const key = path.at(-1);
  if (isOfCondition(path)) return true;
  const isIdle = key === 'scope' && violation.code === 'UNKNOWN_FIELD' && fix.kind === 'remove';
  if (isIdle) return inside(call, [...path.slice(0, -1), 'operation']) === 'batch';
  const value = inside(call, path);
  return isGuard(key) || (isRecord(value) && Object.keys(value).some(isGuard));
}

/** True inside the filters of a change, which would otherwise select more events. */
function isOfCondition(path: Path): boolean {
  const at = path.indexOf('filters');
  return path[0] === 'mutation' && at > 0 && at < path.length - 1;
}

function isGuard(key: string | number | undefined): boolean {
  return typeof key === 'string' && GUARDS.has(fold(key));
}
