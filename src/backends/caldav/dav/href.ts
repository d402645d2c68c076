/**
 * The one spelling of an address: servers re-encode the names they are given (`@` and `%40`, `%2b` and `%2B`), so
 * addresses are compared decoded, and kept in a form whose comparison as text is just that.
 */
export function canonicalHref(href: string, base: string): string | undefined {
  // A `?` or `#` in a listed name is part of the name: some servers forget to encode it.
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
    // Not UTF-8 below its percent signs: only the server can read it, so it stays as it is.
    return segment;
  }
}

/** The same with the slash at the end that collections have. */
export function canonicalCollection(href: string, base: string): string | undefined {
  const canonical = canonicalHref(href, base);
  return canonical === undefined || canonical.endsWith('/') ? canonical : `${canonical}/`;
}

/** Path of an address, as it goes into a REPORT. */
export function pathOf(href: string): string {
  return new URL(href).pathname;
}

/** Last name of a path, decoded, for people. */
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
