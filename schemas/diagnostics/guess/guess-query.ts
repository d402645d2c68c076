import { isRecord } from '../../model/is-record.js';
import { fold, wordOf } from '../fold-name.js';
import { alternatives, guessCondition, guessTriple, negatedPart } from './guess-condition.js';

type Fields = Readonly<Record<string, unknown>>;

const DAYS_AND_PERIODS =
  /^(?:now|today|tomorrow|yesterday|any|(?:this|next|last|past) (?:\d+ )?(?:day|week|weekend|month|quarter|year)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}(?:-[\dwqtz:+-]{1,20})?)$/i;
/** Keys for sort field and direction in other APIs. */
const SORT_KEYS = ['sort', 'sortBy', 'sort_by', 'orderBy', 'order_by'];
const ORDER_KEYS = ['order', 'sortOrder', 'sort_order', 'sortDirection', 'sort_direction', 'direction'];

export function guessQuery(query: unknown): unknown {
  if (typeof query === 'string') {
    const filters = guessFilters(query);
    return isRecord(filters) && 'when' in filters
      ? { type: 'events', filters }
      : { type: 'events', mode: 'search', filters };
  }
  if (!isRecord(query)) return query;
  const rest = ahead(searched(paged(sorted(query))));
  return rest.filters === undefined ? rest : { ...rest, filters: guessFilters(rest.filters) };
}

/** `{type: "search"}` */
function searched(query: Fields): Fields {
  const isSearch = /^(?:search|find)(?:[_ ]?events?)?$/.test(wordOf(query.type));
  return isSearch ? { mode: 'search', ...query, type: 'events' } : query;
}

/** `{daysAhead: 7}` */
function ahead(query: Fields): Fields {
  const key = Object.keys(query).find((name) =>
    /^(?:days|(?:next)?days(?:ahead)?|nextdays)$/.test(fold(name)),
  );
  const count = key === undefined ? undefined : query[key];
  const { filters = {} } = query;
  if (
    key === undefined ||
    !Number.isInteger(count) ||
    Number(count) < 1 ||
    !isRecord(filters) ||
    'when' in filters
  )
    return query;
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => name !== key));
  return { ...rest, filters: { ...filters, when: `next ${String(count)} days` } };
}

/** Converts `page` and `pageSize` to rows. */
function paged(query: Fields): Fields {
  const { page, pageSize, page_size: other, perPage, ...rest } = query;
  const number = Number(wordOf(page));
  const limit = Number(wordOf(pageSize ?? other ?? perPage ?? query.limit ?? 25));
  if (!Number.isInteger(number) || number < 1 || !Number.isInteger(limit)) return query;
  return { ...rest, limit, ...(number > 1 ? { offset: (number - 1) * limit } : {}) };
}

function sorted(query: Fields): Fields {
  const by = SORT_KEYS.find((key) => query[key] !== undefined);
  const way = ORDER_KEYS.find((key) => typeof query[key] === 'string');
  if (by === undefined && way === undefined) return query;
  const order = way === undefined ? undefined : wayOf(query[way]);
  const value = by === undefined ? 'start' : query[by];
  const sort = likelierSort(value, order);
  if (sort === undefined) return query;
  const rest = Object.fromEntries(Object.entries(query).filter(([key]) => key !== by && key !== way));
  return { ...rest, sort };
}

/** Converts `{start: "desc"}`, `[["start", "desc"]]`, `"-start"` and `"desc"` to `[{field, order}]`. */
function likelierSort(value: unknown, order: string | undefined): readonly unknown[] | undefined {
  const list: readonly unknown[] =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
  const isPair = list.length === 2 && typeof list[0] === 'string' && wayOf(list[1]) !== undefined;
  const keys = (isPair ? [list] : list).flatMap((entry) => keysOf(entry, order));
  return keys.length > 0 && keys.every((key) => key !== undefined) ? keys : undefined;
}

function keysOf(entry: unknown, order: string | undefined): readonly unknown[] {
  if (typeof entry === 'string') return [keyOf(entry, order)];
  if (Array.isArray(entry)) return [keyOf(entry[0], wayOf(entry[1]) ?? order)];
  if (!isRecord(entry)) return [undefined];
  const field = ['field', 'by', 'key', 'name', 'column', 'property'].map((key) => entry[key]).find(isText);
  const way = [...ORDER_KEYS, 'dir', 'way'].map((key) => wayOf(entry[key])).find(isText);
  if (field !== undefined) return [keyOf(field, way ?? order)];
  return Object.entries(entry).map(([name, value]) =>
    wayOf(value) === undefined ? undefined : { field: name, order: wayOf(value) },
  );
}

function keyOf(text: unknown, order: string | undefined): unknown {
  if (typeof text !== 'string') return undefined;
  const [, sign, field = '', word] = /^([+-]?)([a-z_]+)(?:[\s:]+([a-z]+))?$/i.exec(text.trim()) ?? [];
  const way = wayOf(word) ?? (sign === '-' ? 'desc' : order);
  if (field === '' || (word !== undefined && wayOf(word) === undefined)) return undefined;
  if (wayOf(field) !== undefined) return { field: 'start', order: wayOf(field) };
  return { field, ...(way === undefined ? {} : { order: way }) };
}

function wayOf(value: unknown): string | undefined {
  const word = wordOf(value);
  if (/^(?:-1|desc|descending|latest|newest)$/.test(word)) return 'desc';
  return /^(?:1|asc|ascending|earliest|oldest)$/.test(word) ? 'asc' : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function guessFilters(filters: unknown): unknown {
  if (typeof filters === 'string')
    return DAYS_AND_PERIODS.test(filters.trim()) ? { when: filters.trim() } : { text: filters };
  if (Array.isArray(filters)) {
    const all = filters.map(guessFilters);
    return all.length === 1 ? all[0] : { AND: all };
  }
  if (!isRecord(filters)) return filters;
  const triple = guessTriple(filters);
  if (triple !== undefined) return triple;
  const choices: Fields[] = [];
  const conditions = Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      const key = /^\$?(?:and|or|not)$/i.test(name) ? name.replace('$', '').toUpperCase() : name;
      if (key === 'AND' || key === 'OR') return [[key, branches(key, value)]];
      if (key === 'NOT') return [[key, negated(value)]];
      const not = negatedPart(value);
      const any = alternatives(key, value);
      if (not !== undefined) choices.push({ NOT: Object.fromEntries([guessCondition(key, not)]) });
      else if (any !== undefined) choices.push({ OR: any.map((entry) => Object.fromEntries([entry])) });
      else return [guessCondition(key, value)];
      return [];
    }),
  );
  if (choices.length === 0) return conditions;
  const isOnly =
    choices.length === 1 && Object.keys(choices[0] ?? {}).every((key) => !Object.hasOwn(conditions, key));
  if (isOnly) return { ...conditions, ...choices[0] };
  const others: unknown[] = Array.isArray(conditions.AND) ? conditions.AND : [];
  return { ...conditions, AND: [...others, ...choices] };
}

/** An object under OR means any of its conditions; as a single list entry, it would mean all of them. */
function branches(key: 'AND' | 'OR', value: unknown): unknown {
  if (Array.isArray(value)) return value.map(guessFilters);
  if (!isRecord(value)) return value;
  const one = guessFilters(value);
  return key === 'OR' && isRecord(one)
    ? Object.entries(one).map(([name, part]) => ({ [name]: part }))
    : [one];
}

/** A list under NOT means none of its entries. */
function negated(value: unknown): unknown {
  if (!Array.isArray(value)) return guessFilters(value);
  const all = value.map(guessFilters);
  return all.length === 1 ? all[0] : { OR: all };
}
