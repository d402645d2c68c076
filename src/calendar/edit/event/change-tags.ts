import { addProperty, type Component, properties, replaceChild } from '../../text/component.js';
import {
  escapeText,
  type LineEnd,
  makeProperty,
  type Property,
  replaceValue,
  unescapeText,
} from '../../text/content-line.js';

const NAME = 'CATEGORIES';

interface TagChange {
  /** The whole new list; null removes every tag. */
  readonly set?: readonly string[] | null | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** Changes CATEGORIES (RFC 5545 §3.8.1.2), which may have several lines; tags that stay keep their place. */
export function changeTags(
  event: Component,
  { set, add = [], remove = [] }: TagChange,
  lineEnd: LineEnd,
): Component {
  const wanted = set === undefined ? undefined : new Set((set ?? []).map(tagKey));
  const removed = new Set(remove.map(tagKey));
  const present = new Set<string>();
  let next = event;
  for (const line of properties(event, NAME)) {
    const items = rawItems(line.value);
    const kept = items.filter((item) => {
      const key = tagKey(unescapeText(item));
      const stays = !removed.has(key) && wanted?.has(key) !== false;
      if (stays) present.add(key);
      return stays;
    });
    if (kept.length === items.length) continue;
    next =
      kept.length === 0
        ? replaceChild(next, line)
        : replaceChild(next, line, replaceValue(line, kept.join(',')));
  }
  const missing: string[] = [];
  for (const tag of [...(set ?? []), ...add]) {
    if (tag.trim() === '' || present.has(tagKey(tag))) continue;
    present.add(tagKey(tag));
    missing.push(escapeText(tag.trim()));
  }
  if (missing.length === 0) return next;
  const last = properties(next, NAME).at(-1);
  if (last === undefined) return addProperty(next, makeProperty(NAME, missing.join(','), [], lineEnd));
  return replaceChild(next, last, extended(last, missing));
}

/** Comparison key of the tags of an event. */
export function tagKeys(event: Component): string {
  const items = properties(event, NAME).flatMap((line) => rawItems(line.value).map(unescapeText));
  return JSON.stringify(items.map(tagKey).sort());
}

function extended(line: Property, items: readonly string[]): Property {
  return replaceValue(line, [...(line.value === '' ? [] : [line.value]), ...items].join(','));
}

function tagKey(tag: string): string {
  return tag.trim().toLowerCase();
}

/** Splits at unescaped commas; the items keep their escapes. */
function rawItems(value: string): string[] {
  return value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? [];
}
