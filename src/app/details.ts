import { byId, element } from './elements.js';
import { type PlacedEvent, textOf } from './placed-event.js';
import { cellsIn } from './read-answer.js';

const FACTS = ['start', 'end', 'calendar', 'location', 'status', 'myResponse'] as const;
const NAMES: Readonly<Record<(typeof FACTS)[number], string>> = {
  start: 'Start',
  end: 'End',
  calendar: 'Calendar',
  location: 'Place',
  status: 'Status',
  myResponse: 'Your answer',
};

/** Of an event whose document did not come, or came as an error. */
const NOT_READ = 'The rest of this event could not be read.';

/** Shows what is known of an event, and, when it comes, what `fetch` says of it. */
export async function showDetails(
  { id, title, cells }: PlacedEvent,
  callTool: ((name: string, args: object) => Promise<unknown>) | undefined,
): Promise<void> {
  const dialog = byId<HTMLDialogElement>('details');
  const text = byId('details-text');
  byId('details-title').textContent = title;
  text.textContent = '';
  const facts = FACTS.flatMap((name) => {
    const value = textOf(cells[name]);
    return value === '' ? [] : [element('dt', {}, NAMES[name]), element('dd', {}, value)];
  });
  byId('details-facts').replaceChildren(...facts);
  dialog.dataset.event = id;
  dialog.showModal();
  if (callTool === undefined || id === '') return;
  const fetched = await callTool('fetch', { id }).catch(() => undefined);
  const said = textOf(cellsIn(cellsIn(fetched).structuredContent).text);
  // Another event may have been opened in the meantime.
  if (dialog.dataset.event === id) text.textContent = said || NOT_READ;
}
