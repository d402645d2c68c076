/**
 * Characters that can hide or reorder text: controls except tab and line ends, zero-width and bidirectional
 * marks, invisible operators, tag characters, supplementary variation selectors, lone surrogates. Keeps
 * joiners, which emoji and several scripts need.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\r(?!\n)|\p{Cs}/gu;

/** Removes invisible characters from text of a calendar. */
export function cleanText(text: string): string {
  return text.replace(HIDDEN, '');
}

/**
 * Cleans all strings of a JSON value, including keys, and drops undefined members.
 * Every result of every tool passes through here.
 */
export function cleanJson<Value>(value: Value): Value;
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map((item) => cleanJson(item ?? null));
  if (typeof value !== 'object' || value === null) return value;
  return cleanObject(value);
}

/** Like `cleanJson`, for an object. */
export function cleanObject<Value extends object>(value: Value): Value {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([key, member]) => [cleanText(key), cleanJson(member)])) as Value;
}
