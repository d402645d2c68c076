import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { CalendarError, ERROR_CODES, type ErrorCode } from '../../../schemas/model/error.js';
import { printError } from '../../../src/cli/print/print-error.js';

interface Suggestion {
  readonly code: ErrorCode;
  readonly text: string;
  readonly file: string;
}

const NAMED = /suggestion|advice|remedy/i;

/** Every suggestion in the source; `x` stands for what is put in. */
const suggestions = ['src', 'compilers', 'schemas'].flatMap(sourcesIn).flatMap(suggestionsIn);

/** What a model has in its hands and a person has not. */
const OF_CALLS =
  /(?<![.@/]|for )\bexample\b(?!\.(?:com|org))|(?<!for |the )\bdetails\b|\bmeta\b|\brefresh(?:ing)?\b(?! token)|\bin data\b|\bparams\b|\bquery\b|mutation|\btool\b|\bthe call\b|dryRun|allowConflicts|calendar_\w|[cC]onfirmToken|idempotencyKey|undoToken|\bfilters\b|\bexpand: |\bthe user\b(?! name| who )|The user\b|scope "|operation "|\bchanges\.|\betag\b|\bifMatch\b|\bsoft\b|\belicitation\b|durationMinutes|estimateMinutes|allDay|didYouMean|VTODO|VEVENT|\bas id\b|\{"/;

/** Rooms that only calls reach: their errors are shown to a person who wrote the call, as they are. */
const ROOMS_OF_CALLS = /^(?:src\/server|schemas\/(?:diagnostics|help)|compilers\/check-fields)/;

/** Of calls that no command makes, or said better by the lines before. */
const NOTHING_TO_DO = new Set([
  // Calendars are made and deleted by calls alone.
  'Use another idempotencyKey.',
  'Ask the user; only if they agree that nothing can be restored, repeat the call with soft false.',
  'Ask the user whether its events may be deleted with it, and say so in the call.',
  // Batches, filters and single documents are of calls, too.
  'Undo first, in a separate call.',
  'Narrow the filters, such as to a shorter period, and repeat the call for each part.',
  'Ask for it with calendar_read as in example, which tells how to ask the user.',
  'Read the event again and use the etag of that answer.',
  // The names are listed as those that may be meant.
  'The example shows the most likely name.',
  // Whoever declines knows what to do instead.
  'Do not repeat the call; ask the user what to do instead.',
]);

const ofCommands = suggestions.filter(({ file }) => !ROOMS_OF_CALLS.test(file));

it('never speaks of calls at the terminal', () => {
  expect(suggestions.length).toBeGreaterThan(380);
  expect(ofCommands.map(saidToPerson).filter((said) => OF_CALLS.test(said))).toEqual([]);
});

it('says what to do, wherever a person can do something', () => {
  const silent = ofCommands.filter((one) => saidToPerson(one) === '').map(({ text }) => text);
  expect(silent.filter((text) => !NOTHING_TO_DO.has(text))).toEqual([]);
  expect([...NOTHING_TO_DO].filter((text) => !silent.includes(text))).toEqual([]);
});

/** The lines after that which says what is wrong. */
function saidToPerson({ code, text }: Suggestion): string {
  const printed = printError(new CalendarError(code, 'No.', { suggestion: text }), false);
  return printed.split('\n').slice(1).join('\n').trim();
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

function suggestionsIn(file: string): readonly Suggestion[] {
  const source = readFileSync(file, 'utf8');
  if (!NAMED.test(source)) return [];
  const found: Suggestion[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      NAMED.test(node.name.getText()) &&
      node.initializer !== undefined &&
      !isInside(node, 'atShell')
    )
      for (const text of textsOf(node.initializer)) found.push({ code: codeAround(node), text, file });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found.filter(({ text }) => text.includes(' '));
}

/** The texts that an expression may come to. */
function textsOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isIdentifier(node)) return textsOfConstant(node);
  if (!ts.isBinaryExpression(node)) return [];
  const [left, right] = [textsOf(node.left), textsOf(node.right)];
  if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return [...left, ...right];
  return left.flatMap((start) => right.map((end) => start + end));
}

function textsOfConstant(node: ts.Identifier): readonly string[] {
  const [, said] =
    new RegExp(`const ${node.text} =\\s*'((?:[^'\\\\]|\\\\.)*)';`).exec(node.getSourceFile().text) ?? [];
  return said === undefined ? [] : [said];
}

function codeAround(node: ts.Node): ErrorCode {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    const [first] = ts.isNewExpression(around) || ts.isCallExpression(around) ? (around.arguments ?? []) : [];
    if (first !== undefined && ts.isStringLiteral(first) && first.text in ERROR_CODES)
      return first.text as ErrorCode;
  }
  return 'UNSUPPORTED';
}

function isInside(node: ts.Node, name: string): boolean {
  for (let around = node.parent; around !== undefined; around = around.parent)
    if (ts.isPropertyAssignment(around) && around.name.getText() === name) return true;
  return false;
}
