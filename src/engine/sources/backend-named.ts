import type { Backend } from '../../ports/backend.js';

/** The account with a name; stored data may have its former name. */
export function backendNamed(backends: readonly Backend[], name: string): Backend | undefined {
  const former = backends.find(({ formerNames = [] }) => formerNames.includes(name));
  return backends.find((backend) => backend.name === name) ?? former;
}
