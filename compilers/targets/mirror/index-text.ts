import { foldText } from '../../filter/fold-text.js';

/**
 * Text in the form of the index: folded like in filters, without characters that cut texts in a database. Containment
 * still holds in this form.
 */
export function indexText(text: string): string {
  return indexKey(foldText(text));
}

/** A UID or id in the form of the index. A lone surrogate has no UTF-8 form, so all become one mark. */
export function indexKey(text: string): string {
  return text.replaceAll('\0', '').replace(LONE_SURROGATE, '\ufffd');
}

/** True if the index can find a text; a lone surrogate is in no stored text, but may be in the event. */
export function isSearchable(text: string): boolean {
  return text !== '' && text.search(LONE_SURROGATE) < 0;
}

const LONE_SURROGATE = /[\ud800-\udfff]/gu;
