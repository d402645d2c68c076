import { CalendarError } from '../../../schemas/model/error.js';
import { type Component, components, type Node, parseCalendar, printNode, property } from './component.js';

export interface CalendarPart {
  readonly ics: string;
  /** Number of events before this part; an event counts once with all its occurrences. */
  readonly before: number;
  readonly events: number;
}

/** Maximum size of a part; a single larger event is a part by itself. */
export interface PartLimits {
  readonly events: number;
  readonly characters: number;
}

/**
 * Cuts a calendar into parts within the limits, if possible. Each has the properties and time zones of the whole and
 * all components of its UIDs. A text that is small enough or unreadable stays as it is.
 */
export function cutCalendar(text: string, { events, characters }: PartLimits): readonly CalendarPart[] {
  const whole = [{ ics: text, before: 0, events: 0 }];
  if (text.length <= characters && (text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) <= events) return whole;
  const calendars = calendarsIn(text);
  let before = 0;
  return calendars.length === 0 ? whole : calendars.flatMap((children) => partsOf(children));

  function partsOf(children: readonly Node[]): readonly CalendarPart[] {
    const frame = children.filter((node) => !isObject(node));
    const head = `BEGIN:VCALENDAR\r\n${frame.map(printNode).join('')}`;
    const parts: CalendarPart[] = [];
    let open: string[] = [];
    let size = 0;
    const end = (): void => {
      if (open.length > 0)
        parts.push({ ics: `${head}${open.join('')}END:VCALENDAR\r\n`, before, events: open.length });
      before += open.length;
      open = [];
      size = head.length;
    };
    end();
    for (const object of objectsOf(children)) {
      if (open.length === events || size + object.length > characters) end();
      open.push(object);
      size += object.length;
    }
    end();
    return parts;
  }
}

function calendarsIn(text: string): readonly (readonly Node[])[] {
  try {
    const nodes = parseCalendar(text.trim().replace(/\r*\n|\r|$/g, '\r\n'));
    const calendars = components(nodes, 'VCALENDAR');
    // Parts of a truncated text would look complete.
    return calendars.some(({ end }) => end === '') ? [] : calendars.map(({ children }) => children);
  } catch (error) {
    if (error instanceof CalendarError) return [];
    throw error;
  }
}

function isObject(node: Node): node is Component {
  return node.kind === 'component' && node.name !== 'VTIMEZONE';
}

/** The text of each UID's components, in the order of their first. */
function objectsOf(children: readonly Node[]): Iterable<string> {
  const objects = new Map<string, string>();
  for (const [index, node] of children.entries()) {
    if (!isObject(node)) continue;
    const uid = property(node, 'UID')?.value.trim() || `\n${index}`;
    objects.set(uid, (objects.get(uid) ?? '') + printNode(node));
  }
  return objects.values();
}
