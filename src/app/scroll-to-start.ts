/** Pixels for the label of the hour. */
const MARGIN = 8;

/**
 * Scrolls a new grid to its first event or the morning, further if the current time would be hidden, and sideways to
 * the selected day if not all days fit.
 */
export function scrollToStart(view: HTMLElement, day: number): void {
  const at = (selector: string): DOMRect | undefined => view.querySelector(selector)?.getBoundingClientRect();
  const [top, start, hours] = [at('.top'), at('.start'), at('.hours')];
  if (top === undefined || start === undefined || hours === undefined) return;
  // Keeps the text of a long event below the header.
  view.style.setProperty('--top', `${top.height}px`);
  const column = at(`.day[data-day="${day}"]`);
  const beside = column === undefined ? 0 : column.left - hours.right;
  view.scrollBy({ left: beside, top: start.top - top.bottom - MARGIN, behavior: 'instant' });
  const [now, shown] = [at('.now'), view.getBoundingClientRect()];
  if (now !== undefined && now.bottom > shown.bottom)
    view.scrollBy({ top: now.top - (shown.top + shown.bottom) / 2, behavior: 'instant' });
}
