/**
 * Where an answer is not what a row expects; undefined where it fits.
 *
 * - Objects may have more members than expected, lists may not; `a/b` is the member `b` of the member `a`.
 * - `~` begins a regular expression; `"$absent"` is a member that is not there.
 * - `{"$has": […]}`, `{"$lacks": […]}`, `{"$length": n}` and `{"$least": n}` are about lists.
 * - A text in place of an event, a task or a search result is its name.
 */
export function misfit(actual: unknown, expected: unknown, at = ''): string | undefined {
  if (expected === '$absent') return actual === undefined ? undefined : say(at, actual, expected);
  if (typeof expected === 'string' && isObject(actual))
    return misfit(actual.name ?? actual.title ?? actual.summary, expected, `${at}/name`);
  if (typeof expected === 'string' && expected.startsWith('~')) {
    const fits = typeof actual === 'string' && new RegExp(expected.slice(1), 's').test(actual);
    return fits ? undefined : say(at, actual, expected);
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return say(at, actual, expected);
    return firstOf(expected.map((one, index) => misfit(actual[index], one, `${at}/${index}`)));
  }
  if (isObject(expected)) {
    if (Object.keys(expected).some((key) => key.startsWith('$'))) {
      const fits = Object.entries(expected).every(([word, wanted]) => ofList(actual, word, wanted));
      return fits ? undefined : say(at, actual, expected);
    }
    if (typeof actual !== 'object' || actual === null) return say(at, actual, expected);
    return firstOf(
      Object.entries(expected).map(([path, one]) => misfit(memberAt(actual, path), one, `${at}/${path}`)),
    );
  }
  return actual === expected ? undefined : say(at, actual, expected);
}

function memberAt(value: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ofList(actual: unknown, word: string, wanted: unknown): boolean {
  if (!Array.isArray(actual)) return false;
  if (word === '$length') return actual.length === wanted;
  if (word === '$least') return actual.length >= Number(wanted);
  const isThere = (one: unknown) => actual.some((each) => misfit(each, one) === undefined);
  const all = Array.isArray(wanted) ? wanted : [];
  return word === '$has' ? all.every(isThere) : word === '$lacks' && !all.some(isThere);
}

function firstOf(found: readonly (string | undefined)[]): string | undefined {
  return found.find((one) => one !== undefined);
}

function say(at: string, actual: unknown, expected: unknown): string {
  return `${at || '/'}: ${JSON.stringify(expected)} expected, not ${JSON.stringify(actual)}`;
}
