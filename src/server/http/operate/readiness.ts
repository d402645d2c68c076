import type { Endpoint } from '../endpoint.js';

export interface ReadyCheck {
  readonly name: string;
  /** Throws or times out if unusable. */
  check(): void | Promise<void>;
}

const PATIENCE_MS = 2000;

/** `/readyz`: tells a load balancer if it may send requests. Public, so it exposes only check states. */
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
