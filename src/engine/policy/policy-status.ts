import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../schemas/model/is-record.js';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';

/** The name of a policy; for a custom one, its differences from the default. */
export function policyStatus({ name, ...parts }: Policy): unknown {
  return name === 'custom' ? differing(parts, POLICIES.careful) : name;
}

function differing(parts: object, whole: object): Readonly<Record<string, unknown>> {
  const defaults = new Map<string, unknown>(Object.entries(whole));
  const other = Object.entries(parts).filter(([name, part]) => !isDeepStrictEqual(part, defaults.get(name)));
  return Object.fromEntries(
    other.map(([name, part]) => {
      const known = defaults.get(name);
      return [name, isRecord(part) && isRecord(known) ? differing(part, known) : part];
    }),
  );
}
