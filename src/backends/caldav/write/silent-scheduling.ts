import { CalendarError } from '../../../../schemas/model/error.js';
import { type Node, parseCalendar, printNodes, withChildren } from '../../../calendar/text/component.js';
import { parameter, replaceParameter } from '../../../calendar/text/content-line.js';

/**
 * The same object, but the server sends no mail about it (RFC 6638 §7.1). People who are in `before` already stay as
 * they are: to take an invitation back into our own hands would cancel it.
 */
export function withoutInvitations(ics: string, before = ''): string {
  const invited = new Set(people(parseCalendar(before)));
  return printNodes(parseCalendar(ics).map(silent));

  function silent(node: Node): Node {
    if (node.kind === 'component') return withChildren(node, node.children.map(silent));
    if (node.kind !== 'property' || (node.name !== 'ATTENDEE' && node.name !== 'ORGANIZER')) return node;
    const settled = parameter(node, 'SCHEDULE-AGENT') !== undefined || invited.has(node.value.toLowerCase());
    return settled ? node : replaceParameter(node, 'SCHEDULE-AGENT', ['CLIENT']);
  }
}

function people(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'component') return people(node.children);
    const isPerson = node.kind === 'property' && (node.name === 'ATTENDEE' || node.name === 'ORGANIZER');
    return isPerson ? [node.value.toLowerCase()] : [];
  });
}

/** SOGo invites everyone on an event, whatever the event says, so a silent write is impossible there. */
export function cannotBeSilent(): CalendarError {
  return new CalendarError('UNSUPPORTED', 'This calendar server invites everyone who is added to an event.', {
    outcome: 'not_applied',
    suggestion: 'Ask the user whether the people may be invited, or store the event without them.',
  });
}
