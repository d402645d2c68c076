import { isRecord } from '../../model/is-record.js';
import type { ToolName } from '../../tools/examples.js';
import { guessMutation } from './guess-mutation.js';
import { guessFilters, guessQuery } from './guess-query.js';

type Fields = Readonly<Record<string, unknown>>;

/** Names that clients wrap around the arguments of a tool. */
const WRAPPERS = ['input', 'arguments', 'args', 'params', 'parameters', 'request', 'body', 'payload'];

/**
 * Guesses the intended call: another wrapper, a list in place of an operator, a separate day and time. Only used as the
 * example of an error.
 */
export function guessCall(tool: ToolName | undefined, root: string, call: unknown): unknown {
  const plain = unwrapped(root, call);
  const value = plain[root];
  if (tool === undefined) {
    const text = [value, call].map(onlyText).find((one) => one !== undefined);
    return text === undefined ? call : { [root]: text };
  }
  if (value !== undefined) return { ...plain, [root]: LIKELIER[tool](value) };
  return isFlat(call) ? { [root]: LIKELIER[tool](call) } : call;
}

/** True for fields that belong deeper, without a wrapper. */
function isFlat(call: unknown): boolean {
  const values = isRecord(call) ? Object.values(call) : [];
  return values.length > 0 && values.every((value) => typeof value !== 'object');
}

const LIKELIER: Readonly<Record<ToolName, (value: unknown) => unknown>> = {
  calendar_read: guessQuery,
  calendar_write: guessMutation,
  calendar_analyze: likelierAnalysis,
};

/** The text of a call that contains nothing else. */
function onlyText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  const texts = isRecord(value)
    ? Object.values(value)
        .map(onlyText)
        .filter((one) => one !== undefined)
    : [];
  return texts.length === 1 ? texts[0] : undefined;
}

/** Removes wrappers other than the root key. Keeps the keys next to them, often `dryRun`. */
function unwrapped(root: string, call: unknown): Fields {
  if (!isRecord(call)) return { [root]: call };
  const { [root]: value, ...beside } = call;
  if (isRecord(value) && isRecord(value[root])) {
    const { [root]: inner, ...outer } = value;
    return { ...beside, [root]: { ...outer, ...(isRecord(inner) ? inner : {}) } };
  }
  const name = WRAPPERS.find((one) => isRecord(call[one]));
  if (value !== undefined || name === undefined) return call;
  const { [name]: wrapped, ...others } = call;
  return isRecord(wrapped) && wrapped[root] !== undefined
    ? { ...others, ...wrapped }
    : { ...others, [root]: wrapped };
}

/** Moves the range into the scope, and corrects the filters. */
function likelierAnalysis(analysis: unknown): unknown {
  if (!isRecord(analysis)) return analysis;
  const { params, scope: given } = analysis;
  const { date, when = date, day = when, ...others } = isRecord(params) ? params : {};
  const own = typeof given === 'string' ? { when: given } : given;
  const isDated = typeof day === 'string' && (own === undefined || (isRecord(own) && own.when === undefined));
  const scope = isDated ? { ...(isRecord(own) ? own : {}), when: day } : own;
  const filters = isRecord(scope) && scope.filters !== undefined ? guessFilters(scope.filters) : undefined;
  return {
    ...analysis,
    ...(isDated ? { params: others } : {}),
    ...(isRecord(scope) ? { scope: { ...scope, ...(filters === undefined ? {} : { filters }) } } : {}),
  };
}
