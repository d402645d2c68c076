/**
 * A version for callers: an ETag without its quotes (RFC 9110 §8.8.3), which JSON easily loses. A weak one keeps its
 * `W/`, because it differs from the strong one.
 */
export function versionText(etag: string): string {
  const [, weak = '', text = ''] = /^\s*(W\/)?\s*(.*?)\s*$/s.exec(etag) ?? [];
  return weak + text.replace(/^(?:\\?")+|(?:\\?")+$/g, '');
}

/** Compares two versions, ignoring their quotes. */
export function sameVersion(a: string, b: string): boolean {
  return versionText(a) === versionText(b);
}
