import { byId, element } from './elements.js';
import { type EventCells, type PlacedEvent, textOf } from './placed-event.js';
import type { PlacedTask } from './placed-task.js';
import { plainDocument, plainWords } from './plain-document.js';
import { cellsIn } from './read-answer.js';

/** The content of the dialog for an event or a task; empty facts are skipped. */
export interface Details {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
}

/** The source for the rest of an event: a tool of the host, or a separate page. */
export type Rest =
  | { readonly callTool: (name: string, args: object) => Promise<unknown> }
  | { readonly pageOf: (id: string) => string };

/** For an event whose document failed to load. */
const NOT_READ = 'The rest of this event could not be read.';

const factIn = (cells: EventCells, label: string, name: string): readonly [string, string] => [
  label,
  textOf(cells[name]),
];

const stateIn = (cells: EventCells, label: string, name: string): readonly [string, string] => [
  label,
  plainWords(textOf(cells[name])),
];

export function eventDetails({ id, title, when, cells }: PlacedEvent): Details {
  return {
    id,
    title,
    facts: [
      ['When', when],
      factIn(cells, 'Calendar', 'calendar'),
      factIn(cells, 'Place', 'location'),
      stateIn(cells, 'Status', 'status'),
      stateIn(cells, 'Your answer', 'myResponse'),
    ],
  };
}

export function taskDetails({ id, title, due, isOverdue, cells }: PlacedTask): Details {
  return {
    id,
    title,
    facts: [
      ['Due', isOverdue ? `${due} (overdue)` : due],
      factIn(cells, 'List', 'list'),
      factIn(cells, 'Priority', 'priority'),
      stateIn(cells, 'Status', 'status'),
    ],
  };
}

/** Shows the known facts, and the result of `fetch` when it arrives. */
export async function showDetails({ id, title, facts }: Details, rest: Rest): Promise<void> {
  const dialog = byId<HTMLDialogElement>('details');
  const text = byId('details-text');
  byId('details-title').textContent = title;
  text.replaceChildren();
  const shown = facts.filter(([, value]) => value !== '');
  byId('details-facts').replaceChildren(
    ...shown.flatMap(([label, value]) => [element('dt', {}, label), element('dd', {}, value)]),
  );
  dialog.dataset.event = id;
  dialog.showModal();
  if (id === '') return;
  if ('pageOf' in rest) {
    text.append(element('a', { href: rest.pageOf(id) }, 'Everything about it'));
    return;
  }
  const fetched = await rest.callTool('fetch', { id }).catch(() => undefined);
  const said = textOf(cellsIn(cellsIn(fetched).structuredContent).text);
  // The user may have opened another event in the meantime.
  if (dialog.dataset.event === id) text.textContent = plainDocument(said) || NOT_READ;
}
