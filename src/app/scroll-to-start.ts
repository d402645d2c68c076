/** Room for the label of the hour. */
const MARGIN = 8;

/**
 * Scrolls a grid that was just drawn to its first event, or the morning; further, if the present time would be out of
 * sight; and to the side, where not all days fit, to the day that is looked at.
 */
export function scrollToStart(view: HTMLElement, day: number): void {
  const at = (selector: string): DOMRect | undefined => view.querySelector(selector)?.getBoundingClientRect();
  const [top, start, hours] = [at('.top'), at('.start'), at('.hours')];
  if (top === undefined || start === undefined || hours === undefined) return;
  // Where the text of a long event stays.
  view.style.setProperty('--top', `${top.height}px`);
  const column = at(`.day[data-day="${day}"]`);
  const beside = column === undefined ? 0 : column.left - hours.right;
  view.scrollBy({ left: beside, top: start.top - top.bottom - MARGIN, behavior: 'instant' });
  const [now, shown] = [at('.now'), view.getBoundingClientRect()];
  if (now !== undefined && now.bottom > shown.bottom)
    view.scrollBy({ top: now.top - (shown.top + shown.bottom) / 2, behavior: 'instant' });
}
