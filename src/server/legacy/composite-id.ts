/** What is left of an event in an old composite id: lower-cased, stripped and cut, so several events may share it. */
export interface CompositeId {
  /** `{calendar}-{title}`, ambiguous: both may contain dashes. */
  readonly slug: string;
  /** `2026-11-24` */
  readonly date: string;
  /** `09:00` */
  readonly time: string;
}

const TITLE_LENGTH = 50;

/** Reads `calendar-event-{calendar}-{title}-{YYYY-MM-DDTHH-MM-SS}`; undefined for every other id. */
export function parseCompositeId(id: string): CompositeId | undefined {
  const found = /^calendar-event-(.+)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})(?:-\d{2})?$/.exec(id);
  const [, slug, date, hour, minute] = found ?? [];
  return slug === undefined || date === undefined ? undefined : { slug, date, time: `${hour}:${minute}` };
}

/** The `{calendar}-{title}` part an event had in such ids. */
export function compositeSlug(calendar: string, title: string): string {
  return `${plain(calendar)}-${plain(title).slice(0, TITLE_LENGTH)}`;
}

function plain(text: string): string {
  return text
    .replace(/[^a-zA-Z0-9\s]/g, '')
    .replace(/\s+/g, '-')
    .toLowerCase();
}
