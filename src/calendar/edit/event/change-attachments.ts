import type { AttachmentInput } from '../../../../compilers/plan/write-plan.js';
import { readAttachment } from '../../read/read-attachments.js';
import { addProperty, type Component, properties, replaceChild } from '../../text/component.js';
import { type LineEnd, makeProperty, type Property } from '../../text/content-line.js';

interface AttachmentChange {
  /** The whole new list; null removes every file. */
  readonly set?: readonly AttachmentInput[] | null | undefined;
  readonly add?: readonly AttachmentInput[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** Changes ATTACH lines. An address that stays keeps its line with all parameters. */
export function changeAttachments(
  event: Component,
  { set, add = [], remove = [] }: AttachmentChange,
  lineEnd: LineEnd,
): Component {
  const wanted = set === undefined ? undefined : new Set((set ?? []).map(({ url }) => url));
  const removed = new Set(remove.map((name) => name.trim()));
  let next = event;
  for (const line of properties(event, 'ATTACH')) {
    const { name, url = '' } = readAttachment(line);
    if (removed.has(name) || removed.has(url) || wanted?.has(url) === false) next = replaceChild(next, line);
  }
  for (const file of [...(set ?? []), ...add]) {
    const isThere = properties(next, 'ATTACH').some((line) => line.value.trim() === file.url);
    if (!isThere) next = addProperty(next, attachmentLine(file, lineEnd));
  }
  return next;
}

/** Comparison key of the files of an event. */
export function attachmentKeys(event: Component): string {
  return properties(event, 'ATTACH')
    .map(({ value }) => value.trim())
    .sort()
    .join(' ');
}

/** Clients show FILENAME (RFC 8607 §4.2). */
function attachmentLine({ url, name, type }: AttachmentInput, lineEnd: LineEnd): Property {
  const parameters = [
    ...(type === undefined ? [] : [{ name: 'FMTTYPE', values: [type] }]),
    ...(name === undefined ? [] : [{ name: 'FILENAME', values: [name] }]),
  ];
  return makeProperty('ATTACH', url.trim().replace(/\s/g, '%20'), parameters, lineEnd);
}
