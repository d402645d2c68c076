import { byId, element } from './elements.js';
import { textOf } from './placed-event.js';
import { cellsIn } from './read-answer.js';

/** Data that the server embeds in its own page. */
export interface GivenPage {
  readonly events: unknown;
  readonly calendars: unknown;
  readonly tasks: unknown;
}

/** Reads the embedded data, and shows the signed-in user with a button to sign out. */
export function takeGiven(): GivenPage {
  const { events, calendars, tasks, who, isSignedIn } = cellsIn(JSON.parse(byId('answer').textContent));
  document.documentElement.classList.add('alone');
  const name = textOf(who);
  const session = byId('session');
  if (name !== '') session.append(element('span', {}, `Calendar of ${name}`));
  if (isSignedIn === true) {
    const button = element('button', {}, 'Sign out');
    session.append(element('form', { method: 'post', action: '/sign-out' }, button));
  }
  return { events, calendars, tasks };
}
