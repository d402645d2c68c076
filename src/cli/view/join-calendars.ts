const COMPONENT = /^BEGIN:(VEVENT|VTIMEZONE)\r\n[\s\S]*?^END:\1\r\n/gm;

/** Merges our iCalendar texts: the header of the first, and each time zone once. */
export function joinCalendars(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  if (others.length === 0) return first;
  const head = first.split(/^BEGIN:V(?:EVENT|TIMEZONE)\r\n/m)[0] ?? '';
  const parts = new Set(texts.flatMap((text) => text.match(COMPONENT) ?? []));
  return `${head}${[...parts].join('')}END:VCALENDAR\r\n`;
}
