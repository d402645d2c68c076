import { foldText } from '../../filter/fold-text.js';

/**
 * Text as the index keeps it and is asked for it: folded as filters fold it, without the characters a database cuts
 * texts at. What contains a text contains it in this form too.
 */
export function indexText(text: string): string {
  return indexKey(foldText(text));
}

/** A UID or id as the index keeps it. Half of a surrogate pair has no UTF-8 form, so it becomes one same mark. */
export function indexKey(text: string): string {
  return text.replaceAll('\0', '').replace(LONE_SURROGATE, '\ufffd');
}

/** Whether a text can be looked for: the half of a character is in no stored text, and yet may be in the event. */
export function isSearchable(text: string): boolean {
  return text !== '' && text.search(LONE_SURROGATE) < 0;
}

const LONE_SURROGATE = /[\ud800-\udfff]/gu;
