import type { LocalRead } from '../../../compilers/targets/local/local-target.js';
import type { CalendarObject, ScanResult, UnreadableObject } from '../../ports/backend.js';
import type { IndexedObject } from './index-file.js';

interface Indexed {
  readonly objects: readonly IndexedObject[];
  readonly unreadable: readonly UnreadableObject[];
}

/** The objects that may overlap the window, or all without a window, plus everything unreadable. */
export function selectByWindow(files: Iterable<Indexed>, { from, to, tasks }: LocalRead): ScanResult {
  const isOpen = from === undefined && to === undefined;
  const after = from ?? Number.NEGATIVE_INFINITY;
  const before = to ?? Number.POSITIVE_INFINITY;
  const objects: CalendarObject[] = [];
  const unreadable: UnreadableObject[] = [];
  for (const file of files) {
    for (const one of file.objects) {
      if (!(tasks === 'only' ? one.isTask : one.isEvent || tasks === 'also')) continue;
      if (isOpen || (one.to >= after && one.from <= before)) objects.push(one.object);
    }
    for (const one of file.unreadable) unreadable.push(one);
  }
  return { objects, unreadable, missing: [] };
}

/** `find` returns the file of an address. */
export function selectByHref(
  hrefs: readonly string[],
  find: (href: string) => Indexed | undefined,
): ScanResult {
  const objects: CalendarObject[] = [];
  const unreadable: UnreadableObject[] = [];
  const missing: string[] = [];
  for (const href of hrefs) {
    const file = find(href);
    const object = file?.objects.find((one) => one.object.href === href)?.object;
    const problem = file?.unreadable.find((one) => one.href === href);
    if (object !== undefined) objects.push(object);
    else if (problem !== undefined) unreadable.push(problem);
    else missing.push(href);
  }
  return { objects, unreadable, missing };
}
