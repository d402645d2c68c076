/** A JSON pointer (RFC 6901). Shortens and cleans unusual keys, because they are untrusted. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${plainKey(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A key that is safe to show in a message. */
export function plainKey(key: string | number): string {
  return String(key)
    .slice(0, 40)
    .replace(/[^\p{L}\p{N} _.$@/~-]/gu, '?');
}
