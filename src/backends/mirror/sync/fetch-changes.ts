import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { MirrorChange } from '../../../ports/mirror-store.js';
import { type Fetched, mirrored } from './mirrored-objects.js';
import { fetching } from './progress-phases.js';
import type { SyncContext } from './sync-context.js';

/** Changes to store, without the sync markers. */
export type Difference = Omit<MirrorChange, 'marker' | 'syncedAt' | 'covers'>;

interface Listing {
  /** Versions in the mirror. */
  readonly known: ReadonlyMap<string, string>;
  /** Versions on the server. */
  readonly changed: ReadonlyMap<string, string | undefined>;
  readonly removed: readonly string[];
  /** Objects received with text. */
  readonly objects: readonly CalendarObject[];
  /** Addresses that need no further request. */
  readonly answered?: ReadonlySet<string>;
}

/** Fetch the whole calendar if more than this many objects, and more than half of all, are needed. */
const MANY = 500;
/** Verify a list that drops more than this many objects, and more than half of the known ones. */
const FEW = 10;
const LOOKED_AT = 20;

/** Fetches new and changed objects. */
export async function differenceOf(
  context: SyncContext,
  calendar: CalendarAddress,
  { known, changed, removed, objects, answered = new Set() }: Listing,
): Promise<Difference> {
  const isKnown = (href: string, etag: string | undefined): boolean =>
    etag !== undefined && known.get(href) === etag;
  const wanted = [...changed].flatMap(([href, etag]) =>
    answered.has(href) || isKnown(href, etag) ? [] : [href],
  );
  const fetched = await fetchObjects(context, calendar, wanted, known.size);
  const given = new Set(objects.map(({ href }) => href));
  const all: Fetched = {
    objects: [...objects.filter(({ href, etag }) => !isKnown(href, etag)), ...fetched.objects],
    unreadable: fetched.unreadable,
    other: [
      ...[...answered].filter((href) => !given.has(href) && !isKnown(href, changed.get(href))),
      ...fetched.other,
    ],
  };
  return {
    kind: 'part',
    stored: await mirrored(all, changed, context),
    removed: [...removed, ...fetched.missing],
    full: false,
  };
}

/** Objects by address; `known`: number of objects in the calendar. */
export async function fetchObjects(
  { source, signal, progress }: SyncContext,
  calendar: CalendarAddress,
  hrefs: readonly string[],
  known = Number.POSITIVE_INFINITY,
): Promise<Fetched & { readonly missing: readonly string[] }> {
  if (hrefs.length === 0) return { objects: [], unreadable: [], other: [], missing: [] };
  const wanted = new Set(hrefs);
  const request = { signal, progress: fetching(progress) };
  let { objects, unreadable, missing } =
    hrefs.length > MANY && hrefs.length > known / 2
      ? await source.all(calendar, request)
      : await source.objects(calendar, hrefs, request);
  objects = objects.filter(({ href }) => wanted.has(href));
  unreadable = unreadable.filter(({ href }) => wanted.has(href));
  missing = missing.filter((href) => wanted.has(href));
  const seen = new Set([...objects, ...unreadable].map(({ href }) => href));
  const gone = new Set(missing);
  return { objects, unreadable, missing, other: hrefs.filter((href) => !seen.has(href) && !gone.has(href)) };
}

/** Checks a sample of missing objects if suspiciously many are missing. */
export async function confirmGone(
  { source, signal }: SyncContext,
  calendar: CalendarAddress,
  gone: readonly string[],
  known: number,
): Promise<void> {
  if (gone.length <= FEW || gone.length * 2 <= known) return;
  const step = Math.ceil(gone.length / LOOKED_AT);
  const sample = gone.filter((_, at) => at % step === 0);
  const { objects, unreadable } = await source.objects(calendar, sample, { signal });
  if (objects.length + unreadable.length === 0) return;
  throw new CalendarError('BAD_UPSTREAM_RESPONSE', 'The calendar server listed only part of the calendar.', {
    suggestion: 'Try again later; what was read before is kept.',
  });
}
