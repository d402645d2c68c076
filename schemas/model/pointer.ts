/** A JSON pointer (RFC 6901). Keys that are not plain short names are shortened and cleaned: they may come from anywhere. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${plainKey(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A key as it can be shown in a message. */
export function plainKey(key: string | number): string {
  return String(key)
    .slice(0, 40)
    .replace(/[^\p{L}\p{N} _.$@/~-]/gu, '?');
}
