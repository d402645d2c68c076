import type { CalendarLabels } from '../../plan/calendar-labels.js';
import type { CalendarAddress, CalendarPatch } from '../../pushdown/target.js';
import { memberHref } from './member-href.js';
import { xmlText } from './xml-text.js';

export type CalDavCalendarWrite =
  | {
      readonly kind: 'create-calendar';
      readonly method: 'MKCALENDAR';
      readonly folderName: string;
      readonly labels: CalendarLabels & { readonly name: string };
      readonly body: string;
    }
  | {
      readonly kind: 'update-calendar';
      readonly method: 'PROPPATCH';
      readonly calendar: CalendarAddress;
      readonly labels: CalendarLabels;
      readonly body: string;
    }
  | {
      readonly kind: 'delete-calendar';
      readonly method: 'DELETE';
      readonly calendar: CalendarAddress;
      readonly withEvents: boolean;
    };

const NAMESPACES =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"';
const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Compiles a change of a calendar; the backend adds the location. */
export function compileCalendarWrite(patch: CalendarPatch, folderName: string): CalDavCalendarWrite {
  switch (patch.kind) {
    case 'create-calendar': {
      const { kind, labels } = patch;
      return { kind, method: 'MKCALENDAR', folderName, labels, body: makeCalendarBody(labels) };
    }
    case 'update-calendar': {
      const { kind, calendar, labels } = patch;
      return { kind, method: 'PROPPATCH', calendar, labels, body: updateLabelsBody(labels) };
    }
    case 'delete-calendar': {
      const { kind, calendar, withEvents } = patch;
      return { kind, method: 'DELETE', calendar, withEvents };
    }
  }
}

export function newCalendarHref(home: string, folderName: string): string {
  return `${memberHref(home, folderName)}/`;
}

/** PROPPATCH (RFC 4918 §9.2); removes empty values. */
export function updateLabelsBody(labels: CalendarLabels): string {
  const remove =
    (labels.color === '' ? '<A:calendar-color/>' : '') +
    (labels.description === '' ? '<C:calendar-description/>' : '');
  const set = labelProps(labels);
  return (
    `${XML}<D:propertyupdate ${NAMESPACES}>` +
    (set === '' ? '' : `<D:set><D:prop>${set}</D:prop></D:set>`) +
    (remove === '' ? '' : `<D:remove><D:prop>${remove}</D:prop></D:remove>`) +
    '</D:propertyupdate>'
  );
}

/** MKCALENDAR (RFC 4791 §5.3.1). */
function makeCalendarBody(labels: CalendarLabels): string {
  const { holds = ['VEVENT'] } = labels;
  const held = holds.map((name) => `<C:comp name="${xmlText(name)}"/>`).join('');
  return (
    `${XML}<C:mkcalendar ${NAMESPACES}><D:set><D:prop>${labelProps(labels)}` +
    `<C:supported-calendar-component-set>${held}</C:supported-calendar-component-set>` +
    '</D:prop></D:set></C:mkcalendar>'
  );
}

function labelProps({ name, color, description }: CalendarLabels): string {
  return [
    name === undefined ? '' : `<D:displayname>${xmlText(name)}</D:displayname>`,
    // With an alpha channel, like Apple's programs; SOGo accepts no other form.
    color === undefined || color === ''
      ? ''
      : `<A:calendar-color>${xmlText(color.toUpperCase())}FF</A:calendar-color>`,
    description === undefined || description === ''
      ? ''
      : `<C:calendar-description>${xmlText(description)}</C:calendar-description>`,
  ].join('');
}
