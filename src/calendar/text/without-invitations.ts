import { type Node, parseCalendar, printNodes, withChildren } from './component.js';
import { type Property, replaceParameter, tidied } from './content-line.js';

/**
 * The same object, but the server sends no mail about it (RFC 6638 §7.1), whatever the text says of that. People who are
 * in `before` already stay as they are: to take an invitation back into our own hands would cancel it. A line
 * that programs read differently is written anew, so that all of them see it.
 */
export function withoutInvitations(ics: string, before = ''): string {
  const invited = new Set(people(parseCalendar(before)));
  return rewritten(ics, (person) =>
    invited.has(person.value.toLowerCase())
      ? person
      : replaceParameter(unforced(tidied(person)), 'SCHEDULE-AGENT', ['CLIENT']),
  );
}

/** The same object, whose people every program reads alike. */
export function withClearPeople(ics: string): string {
  return /ATTENDEE|ORGANIZER/i.test(ics) ? rewritten(ics, tidied) : ics;
}

/** The same object without a word on who mails the people on it. */
export function withoutScheduling(ics: string): string {
  return rewritten(ics, (person) => replaceParameter(unforced(person), 'SCHEDULE-AGENT', undefined));
}

function rewritten(ics: string, change: (person: Property) => Property): string {
  const within = (node: Node): Node => {
    if (node.kind === 'component') return withChildren(node, node.children.map(within));
    return isPerson(node) ? change(node) : node;
  };
  return printNodes(parseCalendar(ics).map(within));
}

function isPerson(node: Node): node is Property {
  return node.kind === 'property' && (node.name === 'ATTENDEE' || node.name === 'ORGANIZER');
}

function unforced(person: Property): Property {
  return replaceParameter(person, 'SCHEDULE-FORCE-SEND', undefined);
}

function people(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'component') return people(node.children);
    return isPerson(node) ? [node.value.toLowerCase()] : [];
  });
}
