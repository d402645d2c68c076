/** Parts of an old composite id. They are lower-cased, stripped and cut, so several events may share one. */
export interface CompositeId {
  /** Letters only: old ids have dashes for spaces, and some versions drop the dashes of a title. */
  readonly slug: string;
  /** `2026-11-24` */
  readonly date: string;
  /** `09:00` */
  readonly time: string;
}

const TITLE_LENGTH = 50;

/** Reads `calendar-event-{calendar}-{title}-{start}`, with an ISO 8601 start or one with dashes. */
export function parseCompositeId(id: string): CompositeId | undefined {
  const found =
    /^calendar-event-(.+)-(\d{4}-\d{2}-\d{2})T(\d{2})[-:](\d{2})(?:[-:]\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/.exec(
      id,
    );
  const [, slug, date, hour, minute] = found ?? [];
  return slug === undefined || date === undefined
    ? undefined
    : { slug: letters(slug), date, time: `${hour}:${minute}` };
}

/** Letters of the `{calendar}-{title}` part of an event's old id. */
export function compositeSlug(calendar: string, title: string): string {
  return letters(`${calendar}-${shortened(title)}`);
}

function letters(text: string): string {
  return text.replace(/[^a-zA-Z0-9]/g, '').toLowerCase();
}

function shortened(title: string): string {
  return title
    .replace(/[^a-zA-Z0-9\s]/g, '')
    .replace(/\s+/g, '-')
    .slice(0, TITLE_LENGTH);
}
