import type { InvitationAnswer } from '../../../../compilers/plan/write-plan.js';
import { readAttendee } from '../../read/read-fields.js';
import { addProperty, type Component, properties, replaceChild } from '../../text/component.js';
import {
  escapeText,
  type LineEnd,
  makeProperty,
  type Property,
  replaceParameter,
} from '../../text/content-line.js';

/**
 * Sets the owner's own answer (PARTSTAT, COMMENT): an attendee may change nothing else (RFC 6638 §3.2.2.1). Removes
 * RSVP, because the owner has answered. Returns the same event if the owner has no line.
 */
export function changeResponse(event: Component, answer: InvitationAnswer, lineEnd: LineEnd): Component {
  const lines = ownLines(event, answer);
  const partstat = answer.response.toUpperCase();
  const next = lines.reduce((component, line) => {
    const asked = readAttendee(line).response === answer.response ? line : withPartstat(line, partstat);
    const isAsked = line.parameters.some(({ name }) => name === 'RSVP');
    return replaceChild(component, line, isAsked ? replaceParameter(asked, 'RSVP', undefined) : asked);
  }, event);
  const { comment } = answer;
  if (comment === undefined || lines.length === 0) return next;
  const line = makeProperty('COMMENT', escapeText(comment), [], lineEnd);
  return properties(next, 'COMMENT').some(({ value }) => value === line.value)
    ? next
    : addProperty(next, line);
}

/** True if an occurrence has its own answer, different from its series. */
export function isAnsweredApart(override: Component, master: Component, answer: InvitationAnswer): boolean {
  const [own, general] = [override, master].map((event) => responseIn(event, answer));
  return own !== undefined && own !== 'needs_action' && own !== general;
}

function responseIn(event: Component, answer: InvitationAnswer) {
  const [line] = ownLines(event, answer);
  return line && readAttendee(line).response;
}

function ownLines(event: Component, { own }: InvitationAnswer): readonly Property[] {
  return properties(event, 'ATTENDEE').filter((line) => own.has(readAttendee(line).email.toLowerCase()));
}

function withPartstat(line: Property, partstat: string): Property {
  return replaceParameter(line, 'PARTSTAT', [partstat]);
}
