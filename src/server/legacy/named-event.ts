/** Original start at the end of an occurrence id. */
const OCCURRENCE = /\/\d{8}(?:T\d{4,6}Z?)?$/;

/** Target of a write by id. An occurrence id means that occurrence only: older tools had no series. */
export function namedEvent(id: string): { readonly id: string; readonly scope?: 'this' } {
  return OCCURRENCE.test(id) ? { id, scope: 'this' } : { id };
}
