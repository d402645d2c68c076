import { element } from './elements.js';
import { type EventCells, type PlacedEvent, textOf } from './placed-event.js';

interface LegendParts {
  readonly events: readonly PlacedEvent[];
  readonly calendars: readonly EventCells[];
  readonly colourOf: (calendar: string) => string;
}

/** The visible calendars with their colours; names the accounts if there are several. */
export function legendOf({ events, calendars, colourOf }: LegendParts): readonly HTMLElement[] {
  const accounts = new Map(calendars.map(({ name, account }) => [textOf(name), textOf(account)]));
  const isOne = new Set(accounts.values()).size < 2;
  const names = [...new Set(events.map(({ calendar }) => calendar))].filter((name) => name !== '').toSorted();
  return names.map((name) => {
    const account = isOne ? '' : (accounts.get(name) ?? '');
    const item = element('li', {}, account === '' ? name : `${name} (${account})`);
    item.style.setProperty('--colour', colourOf(name));
    return item;
  });
}
