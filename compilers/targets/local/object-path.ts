/** The place of an object below the root of a local account. */
export interface ObjectPath {
  /** Folder of the calendar; `.` if the root itself is the calendar. */
  readonly folder: string;
  readonly file: string;
  /** The event within a file that holds several; such objects are read-only. */
  readonly part?: string;
}

/** Address of an object, with both names percent-encoded, so it is safe to decode. */
export function objectHref({ folder, file, part }: ObjectPath): string {
  const href = `${encodeURIComponent(folder)}/${encodeURIComponent(file)}`;
  return part === undefined ? href : `${href}#${part}`;
}

/** Parses an address; undefined if it is not one of a local account. */
export function objectPath(href: string): ObjectPath | undefined {
  const found = /^([^/#]+)\/([^/#]+)(?:#([^/#]+))?$/.exec(href);
  if (found?.[1] === undefined || found[2] === undefined) return undefined;
  const folder = decode(found[1]);
  const file = decode(found[2]);
  if (folder === undefined || file === undefined) return undefined;
  return found[3] === undefined ? { folder, file } : { folder, file, part: found[3] };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
