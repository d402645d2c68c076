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
