export type Action = 'back' | 'forward' | 'today' | 'week' | 'day';

const KEYS: Readonly<Record<string, Action>> = {
  PageUp: 'back',
  PageDown: 'forward',
  t: 'today',
  w: 'week',
  d: 'day',
};

/** Arrows move between events and days, Home and End to the first and last event; letters act as buttons. */
export function listenToKeys(view: HTMLElement, act: (action: Action) => void): void {
  document.addEventListener('keydown', (pressed) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const action = KEYS[pressed.key];
    if (action !== undefined) {
      pressed.preventDefault();
      act(action);
      return;
    }
    const target = neighbour(view, pressed.key);
    if (target === undefined) return;
    pressed.preventDefault();
    target.focus();
  });
}

function neighbour(view: HTMLElement, key: string): HTMLElement | undefined {
  const events = [...view.querySelectorAll<HTMLElement>('.event')].toSorted((a, b) => dayIn(a) - dayIn(b));
  const at = events.findIndex((one) => one.matches(':focus'));
  if (key === 'Home') return events[0];
  if (key === 'End') return events.at(-1);
  const current = events[at];
  if (current === undefined) return key.startsWith('Arrow') ? events[0] : undefined;
  if (key === 'ArrowDown') return events[at + 1];
  if (key === 'ArrowUp') return events[at - 1];
  const others = events.filter((event) =>
    key === 'ArrowRight'
      ? dayIn(event) > dayIn(current)
      : key === 'ArrowLeft' && dayIn(event) < dayIn(current),
  );
  // Going left also lands on the first event of the nearest day.
  const day = key === 'ArrowRight' ? others[0] : others.at(-1);
  return day && others.find((event) => dayIn(event) === dayIn(day));
}

function dayIn({ dataset }: HTMLElement): number {
  return Number(dataset.day);
}
