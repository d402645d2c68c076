import { type Node, parseCalendar } from '../text/component.js';

/** What programs and servers rewrite without changing the event. */
const STAMPS: ReadonlySet<string> = new Set(['DTSTAMP', 'LAST-MODIFIED', 'CREATED', 'SEQUENCE', 'PRODID']);

/** Whether two versions of an object say the same, bookkeeping and the order of lines aside. */
export function sameButStamps(a: string, b: string): boolean {
  return told(parseCalendar(a)) === told(parseCalendar(b));
}

function told(nodes: readonly Node[]): string {
  return nodes
    .flatMap((node) => {
      if (node.kind === 'component') return [`${node.name}\n${told(node.children)}`];
      if (node.kind === 'junk' || STAMPS.has(node.name)) return [];
      return [node.raw.replace(/\r?\n[ \t]|\r?\n$/g, '')];
    })
    .sort()
    .join('\n');
}
