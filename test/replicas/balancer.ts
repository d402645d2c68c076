import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { atEnd } from '../at-end.js';

/** Gives each connection to the next replica that listens, as a balancer in front of them does. Its port. */
export async function startBalancer(ports: () => readonly number[]): Promise<number> {
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const join = (triesLeft: number): void => {
      const all = ports();
      const replica = connect({
        port: all[turn++ % all.length] ?? 0,
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      let isJoined = false;
      replica.once('connect', () => {
        isJoined = true;
        client.pipe(replica).pipe(client);
      });
      replica.on('error', () => {
        if (isJoined || triesLeft === 0) client.destroy();
        else join(triesLeft - 1);
      });
      client.on('error', () => replica.destroy());
    };
    join(ports().length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}
