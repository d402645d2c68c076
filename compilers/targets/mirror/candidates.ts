import { conjuncts } from '../../plan/combine.js';
import type { Predicate } from '../../plan/predicate.js';
import { indexKey, indexText, isSearchable } from './index-text.js';

/** One condition on an object: it contains one of the texts, or has one of the keys (UIDs, public ids). */
export interface CandidateGroup {
  readonly texts: readonly string[];
  readonly keys: readonly string[];
}

/**
 * The conditions that an object must meet for any occurrence to match; all groups apply. Empty if the index cannot
 * tell. Never stricter than the filter: texts may be anywhere in the object.
 */
export function candidateGroups(predicate: Predicate): readonly CandidateGroup[] {
  switch (predicate.kind) {
    case 'and':
      return conjuncts(predicate).flatMap(candidateGroups);
    case 'or': {
      // One condition per branch is enough: an object that meets the branch meets it.
      const branches = predicate.of.map((part) => candidateGroups(part)[0]);
      const groups = branches.filter((group) => group !== undefined);
      if (groups.length === 0 || groups.length < branches.length) return [];
      return [{ texts: groups.flatMap(({ texts }) => texts), keys: groups.flatMap(({ keys }) => keys) }];
    }
    case 'text':
      return predicate.op === 'matches' ? [] : anyText([predicate.value]);
    case 'set': {
      const values = predicate.field === 'attendee' ? predicate.values.map(withoutScheme) : predicate.values;
      if (predicate.op === 'any') return anyText(values);
      return predicate.op === 'all' ? values.flatMap((value) => anyText([value])) : [];
    }
    case 'id':
      return predicate.ids.length === 0 ? [] : [{ texts: [], keys: predicate.ids.flatMap(keysOf) }];
    case 'not':
    case 'calendar':
    case 'empty':
    case 'creator':
    case 'time':
    case 'status':
    case 'value':
    case 'response':
    case 'priority':
    case 'parent':
    case 'flag':
    case 'duration':
    case 'weekday':
    case 'timeOfDay':
      return [];
  }
}

/** An unsearchable text may be anywhere, so it adds no condition. */
function anyText(values: readonly string[]): readonly CandidateGroup[] {
  const texts = values.map(indexText);
  const searchable = values.length > 0 && values.every(isSearchable) && texts.every(isSearchable);
  return searchable ? [{ texts, keys: [] }] : [];
}

/** The address as filters for people read it. */
function withoutScheme(value: string): string {
  return value.trim().replace(/^mailto:/i, '');
}

/** An occurrence id starts with its series id; a UID may contain a slash, too. */
function keysOf(id: string): string[] {
  const slash = id.lastIndexOf('/');
  return (slash < 0 ? [id] : [id, id.slice(0, slash)]).map(indexKey);
}
