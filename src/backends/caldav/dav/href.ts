/**
 * Canonical address. Servers re-encode names (`@` and `%40`, `%2b` and `%2B`), so decode and encode each
 * segment; equal addresses are equal as text.
 */
export function canonicalHref(href: string, base: string): string | undefined {
  // A `?` or `#` in a listed name belongs to the name: some servers forget to encode it.
  const escaped = href.trim().replace(/\?/g, '%3F').replace(/#/g, '%23');
  if (!URL.canParse(escaped, base)) return undefined;
  const url = new URL(escaped, base);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
    return undefined;
  }
  return url.origin + url.pathname.split('/').map(canonicalSegment).join('/');
}

function canonicalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    // Not UTF-8 after decoding: keep it, because only the server can read it.
    return segment;
  }
}

/** Canonical address with the trailing slash of collections. */
export function canonicalCollection(href: string, base: string): string | undefined {
  const canonical = canonicalHref(href, base);
  return canonical === undefined || canonical.endsWith('/') ? canonical : `${canonical}/`;
}

/** For a REPORT. */
export function pathOf(href: string): string {
  return new URL(href).pathname;
}

/** Last decoded segment of a path, for display. */
export function lastName(href: string): string {
  const segment =
    new URL(href).pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
