import type { Backend } from '../../ports/backend.js';

/** The account that has a name, or had it when something of it was kept. */
export function backendNamed(backends: readonly Backend[], name: string): Backend | undefined {
  const former = backends.find(({ formerNames = [] }) => formerNames.includes(name));
  return backends.find((backend) => backend.name === name) ?? former;
}
