import { type Node, parseCalendar, printNodes, withChildren } from './component.js';
import { type Property, replaceParameter, tidied } from './content-line.js';

/**
 * Keeps the server from sending mail about an object (RFC 6638 §7.1), regardless of the text. People already in
 * `before` stay as they are: taking over their invitations would cancel them. Rewrites lines that programs read
 * differently, so that all of them see this.
 */
export function withoutInvitations(ics: string, before = ''): string {
  const invited = new Set(people(parseCalendar(before)));
  return rewritten(ics, (person) =>
    invited.has(person.value.toLowerCase())
      ? person
      : replaceParameter(unforced(tidied(person)), 'SCHEDULE-AGENT', ['CLIENT']),
  );
}

/** Rewrites the lines of people that programs read differently. */
export function withClearPeople(ics: string): string {
  return /ATTENDEE|ORGANIZER/i.test(ics) ? rewritten(ics, tidied) : ics;
}

/** Removes all parameters about who sends mail. */
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
