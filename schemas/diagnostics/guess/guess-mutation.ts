import { isRecord } from '../../model/is-record.js';
import { likelyValues } from '../did-you-mean.js';
import { wordOf } from '../fold-name.js';
import { guessEvent } from './guess-event.js';
import { guessFilters } from './guess-query.js';

type Fields = Readonly<Record<string, unknown>>;

const OPERATIONS = ['create', 'update', 'copy', 'delete', 'move', 'restore'];
/** Keys for the fields of an event. */
const BODIES = ['data', 'changes', 'event', 'body', 'resource', 'requestBody'];
/** Options of a call that apply to all operations of a batch. */
const SHARED = ['dryRun', 'atomic', 'timezone', 'idempotencyKey'];

/** Turns lists into a batch, adds a missing operation, and moves misplaced fields. */
export function guessMutation(mutation: unknown): unknown {
  if (Array.isArray(mutation)) {
    const all = mutation.map((one) => guessMutation(inList(one)));
    return all.length === 1 ? all[0] : { operation: 'batch', operations: all };
  }
  if (!isRecord(mutation)) return mutation;
  const said: Fields =
    mutation.operation === undefined && Array.isArray(mutation.operations)
      ? { operation: 'batch', ...mutation }
      : withOperation(mutation);
  return batched(said) ?? selected(placed(said));
}

/** Unwraps `{mutation: {…}}` in a list, keeping its other keys. */
function inList(entry: unknown): unknown {
  if (!isRecord(entry) || !isRecord(entry.mutation)) return entry;
  const { mutation, ...beside } = entry;
  return { ...beside, ...mutation };
}

/** `{create: {…}}` */
function withOperation(mutation: Fields): Fields {
  const [name, ...more] = OPERATIONS.filter((operation) => isRecord(mutation[operation]));
  if (mutation.operation !== undefined || name === undefined || more.length > 0) return mutation;
  const { [name]: value, ...rest } = mutation;
  const fields = isRecord(value) ? value : {};
  const isWhole = ['data', 'id', 'filters', 'changes'].some((key) => fields[key] !== undefined);
  return name === 'create' && !isWhole
    ? { operation: name, data: fields, ...rest }
    : { operation: name, ...fields, ...rest };
}

/** Splits several events or ids in one operation. */
function batched(mutation: Fields): unknown {
  const { operation } = mutation;
  const key = operation === 'create' ? 'data' : mutation.ids === undefined ? 'id' : 'ids';
  const list = mutation[key];
  if (!Array.isArray(list) || list.length === 0 || operation === 'batch') return undefined;
  const rest = Object.fromEntries(Object.entries(mutation).filter(([name]) => name !== key));
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !SHARED.includes(name)));
  const shared = Object.fromEntries(Object.entries(rest).filter(([name]) => SHARED.includes(name)));
  const all = list.map((entry: unknown) => placed({ ...own, [key === 'ids' ? 'id' : key]: entry }));
  return all.length === 1 ? { ...all[0], ...shared } : { operation: 'batch', operations: all, ...shared };
}

function selected(mutation: Fields): Fields {
  const { filters } = mutation;
  return filters === undefined ? mutation : { ...mutation, filters: guessFilters(filters) };
}

function placed(mutation: Fields): Fields {
  const { operations } = mutation;
  const [operation] = likelyValues(wordOf(mutation.operation), OPERATIONS);
  if (Array.isArray(operations))
    return { ...mutation, operations: operations.map((one) => guessMutation(inList(one))) };
  const fields = operation === 'create' ? 'data' : 'changes';
  const found = BODIES.find((key) => mutation[key] !== undefined);
  if (found === undefined || (operation !== 'create' && operation !== 'update')) return mutation;
  const { [found]: value, ...rest } = mutation;
  const inside: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(inside)) return mutation;
  const { id, ...event } = inside;
  const moved = operation === 'update' && mutation.id === undefined && typeof id === 'string';
  return { ...rest, ...(moved ? { id } : {}), [fields]: guessEvent(moved ? event : inside) };
}
