/**
 * Where an answer is not what a row expects; undefined where it fits. Objects may have more members than expected, lists
 * not; `~` begins a regular expression, `{"$has": […]}`, `{"$lacks": […]}`, `{"$length": n}`, `{"$least": n}` are about
 * lists, and `"$absent"` is a member that is not there.
 */
export function misfit(actual: unknown, expected: unknown, at = ''): string | undefined {
  if (expected === '$absent') return actual === undefined ? undefined : say(at, actual, expected);
  if (typeof expected === 'string' && expected.startsWith('~')) {
    const fits = typeof actual === 'string' && new RegExp(expected.slice(1), 's').test(actual);
    return fits ? undefined : say(at, actual, expected);
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return say(at, actual, expected);
    return firstOf(expected.map((one, index) => misfit(actual[index], one, `${at}/${index}`)));
  }
  if (typeof expected === 'object' && expected !== null) {
    const [[word = '', wanted] = []] = Object.entries(expected);
    if (word.startsWith('$')) return ofList(actual, word, wanted) ? undefined : say(at, actual, expected);
    if (typeof actual !== 'object' || actual === null) return say(at, actual, expected);
    return firstOf(
      Object.entries(expected).map(([key, one]) => misfit(Reflect.get(actual, key), one, `${at}/${key}`)),
    );
  }
  return actual === expected ? undefined : say(at, actual, expected);
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
