/**
 * A version as callers see it: an ETag without its quotes (RFC 9110 §8.8.3), which are easily lost in JSON. A weak one
 * keeps its `W/`: it differs from the strong one.
 */
export function versionText(etag: string): string {
  const [, weak = '', text = ''] = /^\s*(W\/)?\s*(.*?)\s*$/s.exec(etag) ?? [];
  return weak + text.replace(/^(?:\\?")+|(?:\\?")+$/g, '');
}

/** Whether two versions are the same, with or without their quotes. */
export function sameVersion(a: string, b: string): boolean {
  return versionText(a) === versionText(b);
}
