/**
 * A version as callers see it: an ETag without its quotes (RFC 9110 §8.8.3), which get lost on the way through JSON. A
 * weak one keeps its mark: it is another version than the strong one of the same name.
 */
export function versionText(etag: string): string {
  const [, weak = '', text = ''] = /^\s*(W\/)?\s*(.*?)\s*$/s.exec(etag) ?? [];
  return weak + text.replace(/^(?:\\?")+|(?:\\?")+$/g, '');
}

/** Whether two versions are the same, with or without their quotes. */
export function sameVersion(a: string, b: string): boolean {
  return versionText(a) === versionText(b);
}
