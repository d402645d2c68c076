import { type Node, parseCalendar } from '../text/component.js';
import { unfold } from '../text/content-line.js';

/** What programs and servers rewrite without changing the event. */
const STAMPS: ReadonlySet<string> = new Set(['DTSTAMP', 'LAST-MODIFIED', 'CREATED', 'SEQUENCE', 'PRODID']);

/** Whether two versions of an object say the same, bookkeeping and the order of lines aside. */
export function sameButStamps(a: string, b: string): boolean {
  return contentBesides(STAMPS, a) === contentBesides(STAMPS, b);
}

/** What an object says without bookkeeping and its UID, the same for two that would be made by one call. */
export function contentOfNew(ics: string): string {
  return contentBesides(new Set([...STAMPS, 'UID']), ics);
}

function contentBesides(names: ReadonlySet<string>, ics: string): string {
  return normalized(parseCalendar(ics), names);
}

function normalized(nodes: readonly Node[], besides: ReadonlySet<string>): string {
  return nodes
    .flatMap((node) => {
      if (node.kind === 'component') return [`${node.name}\n${normalized(node.children, besides)}`];
      if (node.kind === 'junk' || besides.has(node.name)) return [];
      return [unfold(node.raw)];
    })
    .sort()
    .join('\n');
}
