import { type Node, parseCalendar } from '../text/component.js';
import { unfold } from '../text/content-line.js';

/** Properties that programs and servers rewrite without changing the event. */
const STAMPS: ReadonlySet<string> = new Set(['DTSTAMP', 'LAST-MODIFIED', 'CREATED', 'SEQUENCE', 'PRODID']);

/** True if two versions of an object are equal except for bookkeeping and the order of lines. */
export function sameButStamps(a: string, b: string): boolean {
  return contentBesides(STAMPS, a) === contentBesides(STAMPS, b);
}

/** The content of an object without bookkeeping and UID: equal for two objects made by the same call. */
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
