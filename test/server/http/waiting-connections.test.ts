import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createClientAddresses } from '../../../src/server/http/client-address.js';
import { createWaitingConnections } from '../../../src/server/http/waiting-connections.js';

const { isProxy } = createClientAddresses(['198.51.100.0/24']);

function socketFrom(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
}

/** Connections from these addresses, one after the other; whether each is still open. */
function open(addresses: readonly string[], acceptsAll = false): readonly boolean[] {
  const waiting = createWaitingConnections(2, isProxy);
  const sockets = addresses.map(socketFrom);
  for (const socket of sockets) {
    waiting.opened(socket);
    if (acceptsAll) waiting.accepted(socket);
  }
  return sockets.map(({ destroyed }) => !destroyed);
}

it.each([
  ['of one address', ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']],
  ['of one address, written in two ways', ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2']],
  ['of one network of IPv6', ['2001:db8::1', '2001:db8:0:0:ffff::1', '2001:db8::2', '2001:db8:0:1::1']],
])('the oldest connection %s gives way to a new one', (_, addresses) => {
  expect(open(addresses)).toEqual([false, true, true, true]);
});

const PROXIES = ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '198.51.100.7', '::ffff:198.51.100.8'];
it.each(PROXIES)('those of this computer and of a proxy stay (%s)', (own) => {
  expect(open([own, own, own, own])).not.toContain(false);
});

it('those with an accepted token stay', () => {
  expect(open(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1'], true)).not.toContain(false);
});

it('those that were closed make room', () => {
  const waiting = createWaitingConnections(1, isProxy);
  const [first, second] = [socketFrom('192.0.2.1'), socketFrom('192.0.2.1')];
  waiting.opened(first);
  first.emit('close');
  waiting.opened(second);
  expect([first.destroyed, second.destroyed]).toEqual([false, false]);
});
