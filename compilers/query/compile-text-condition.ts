import { RE2JS, RE2JSException } from 're2js';
import type { TextCondition } from '../../schemas/input/filter.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import { foldText } from '../filter/fold-text.js';
import { compilePattern } from '../filter/match-text.js';
import { allOf, anyOf } from '../plan/combine.js';
import type { Predicate, TextField } from '../plan/predicate.js';

const TEXT_FIELDS: readonly TextField[] = ['title', 'location', 'description', 'attendees'];
const MOST_PATTERN = 256;

type TextKey = 'text' | Exclude<TextField, 'attendees' | 'tags'>;

/** A condition on text; a plain string means `contains`, and several comparisons are ANDed. */
export function compileTextCondition(
  key: TextKey,
  condition: TextCondition,
  compilation: Compilation,
  at: InputPath,
): Predicate {
  const fields = key === 'text' ? TEXT_FIELDS : [key];
  if (typeof condition === 'string') {
    checkWords(condition, compilation, at);
    return { kind: 'text', fields, op: 'contains', value: condition };
  }
  const of: Predicate[] = [];
  for (const op of ['contains', 'startsWith', 'equals'] as const) {
    const value = condition[op];
    if (value === undefined) continue;
    checkWords(value, compilation, [...at, op]);
    of.push({ kind: 'text', fields, op, value });
  }
  if (condition.matches !== undefined) {
    checkPattern(condition.matches, compilation, [...at, 'matches']);
    of.push({ kind: 'text', fields, op: 'matches', value: condition.matches });
  }
  const { empty } = condition;
  if (empty !== undefined) {
    const each = fields.map((field): Predicate => ({ kind: 'empty', field, value: empty }));
    of.push(empty ? allOf(each) : anyOf(each));
  }
  return allOf(of);
}

/** Text of only accents or spaces would match everything. */
function checkWords(value: string, compilation: Compilation, at: InputPath): void {
  if (foldText(value).trim() !== '') return;
  violate(compilation, at, {
    code: 'INVALID_ARGUMENT',
    message: 'The text to look for has no letters or symbols.',
    fix: { kind: 'set', value: 'budget', isMadeUp: true },
  });
}

function checkPattern(pattern: string, compilation: Compilation, at: InputPath): void {
  const problem = problemOf(pattern);
  if (problem === undefined) return;
  violate(compilation, at, {
    code: 'INVALID_REGEX',
    message: problem,
    fix: { kind: 'set', value: RE2JS.quote(pattern.slice(0, MOST_PATTERN / 4)), isMadeUp: true },
  });
}

function problemOf(pattern: string): string | undefined {
  if (pattern.length > MOST_PATTERN)
    return `A regular expression may have at most ${MOST_PATTERN} characters.`;
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return 'This is not a regular expression that RE2 can run.';
  }
}
