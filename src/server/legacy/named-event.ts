/** The original start that the id of an occurrence ends with. */
const OCCURRENCE = /\/\d{8}(?:T\d{4,6}Z?)?$/;

/** What a write by id is about: one occurrence where one was named, because older tools knew no series. */
export function namedEvent(id: string): { readonly id: string; readonly scope?: 'this' } {
  return OCCURRENCE.test(id) ? { id, scope: 'this' } : { id };
}
