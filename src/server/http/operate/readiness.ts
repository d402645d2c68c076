import type { Endpoint } from '../endpoint.js';

/** Something that a server needs to serve anybody. */
export interface ReadyCheck {
  readonly name: string;
  /** Throws, or does not answer in time, where it cannot be used. */
  check(): void | Promise<void>;
}

const PATIENCE_MS = 2000;

/** `/readyz`: whether a balancer may send requests here. It names what fails and nothing else: anybody may ask. */
export function readinessEndpoint(checks: readonly ReadyCheck[]): Endpoint {
  return {
    methods: ['GET', 'HEAD'],
    isOpenToAnyHost: true,
    async handle(_, res) {
      const states = await Promise.all(
        checks.map(async (check) => [check.name, await stateOf(check)] as const),
      );
      const isReady = states.every(([, state]) => state === 'ok');
      res.writeHead(isReady ? 200 : 503, { 'Content-Type': 'application/json' });
      res.end(
        JSON.stringify({ status: isReady ? 'ready' : 'not ready', checks: Object.fromEntries(states) }),
      );
    },
  };
}

function stateOf({ check }: ReadyCheck): Promise<'ok' | 'failed'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('failed'), PATIENCE_MS);
    Promise.resolve()
      .then(check)
      .then(
        () => resolve('ok'),
        () => resolve('failed'),
      )
      .finally(() => clearTimeout(timer));
  });
}
