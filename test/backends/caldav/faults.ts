import type { Fault } from './fault-server.js';

/** Says this and does nothing. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Fault =>
  (context) => {
    context.answer({ status, headers, body });
    return true;
  };
/** Does what it is asked, and then fails. */
export const applied =
  (then: Fault): Fault =>
  (context) => {
    context.apply();
    return then(context);
  };
export const reset: Fault = ({ socket }) => {
  socket.resetAndDestroy();
  return true;
};
export const hang: Fault = () => true;

/** Begins an answer and goes. */
export const halfAnswer =
  (status: number, begin: string): Fault =>
  ({ response, socket }) => {
    response.writeHead(status, { 'Content-Length': 50 });
    response.write(begin, () => socket.destroy());
    return true;
  };

type Named = readonly [string, Fault];

/** A write is applied, and its answer does not say so. `half`: an answer that breaks off. */
export const lostAnswers = (half: Fault): readonly Named[] => [
  ['an answer lost by a reset', applied(reset)],
  ['an answer that never comes', applied(hang)],
  ['an answer that breaks off', applied(half)],
  ['a 500', applied(answer(500))],
  ['a 502 of a proxy', applied(answer(502))],
  ['a 504 of a proxy', applied(answer(504))],
  ['a login page', applied(answer(200, { 'Content-Type': 'text/html' }, '<html/>'))],
  ['an empty 207', applied(answer(207))],
];

/** A write is not applied, and nobody can tell that it will not be. */
export const openEnds = (half: Fault): readonly Named[] => [
  ['hangs', hang],
  ['is cut off', reset],
  ['breaks off its answer', half],
  ['is queued', answer(202)],
  ['times out behind a proxy', answer(504)],
  ['is cut off behind Apache', answer(502)],
  ['times out behind Cloudflare', answer(524)],
];
