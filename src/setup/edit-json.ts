import type { JSONPath, ParseError } from 'jsonc-parser';
import { CalendarError } from '../../schemas/model/error.js';
import { isRecord } from '../../schemas/model/is-record.js';

/** Sets one value, or removes it if undefined. Preserves comments, order and everything else. */
export async function setInJson(text: string | undefined, path: JSONPath, value: unknown): Promise<string> {
  const { applyEdits, modify, parse } = await import('jsonc-parser');
  const mark = text?.charCodeAt(0) === 0xfeff ? '\ufeff' : '';
  const plain = text?.slice(mark.length) ?? '';
  const before = plain.trim() === '' ? '{}\n' : plain;
  const errors: ParseError[] = [];
  const parsed: unknown = parse(before, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(parsed)) {
    throw new CalendarError('CONFIGURATION', 'The file is not a valid JSON object, so it is left as it is.', {
      suggestion: 'Correct it, then run calendar-mcp setup again.',
    });
  }
  const indent = /\n([ \t]+)\S/.exec(before)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: before.includes('\r\n') ? '\r\n' : '\n',
  };
  return mark + applyEdits(before, modify(before, path, value, { formattingOptions }));
}

export type JsonEdit = readonly [path: readonly (string | number)[], value: unknown];

export async function editJson(text: string | undefined, edits: readonly JsonEdit[]): Promise<string> {
  let edited = text ?? '';
  for (const [path, value] of edits) edited = await setInJson(edited, [...path], value);
  return edited;
}
