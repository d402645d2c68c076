import type { z } from 'zod/v3';
import { isConditions } from '../input/rules.js';
import { formsOf, inside, knownKeys, locate, memberSchema } from '../input/schema-walk.js';
import { isRecord } from '../model/is-record.js';
import { plainKey, pointer } from '../model/pointer.js';
import type { PlacedFix } from './apply-fixes.js';
import type { AskedCall, Finding, Path } from './finding.js';

/** Finds a null condition: "has none" has its own form, and removing the condition would select more. */
export function nullCondition(path: Path, call: AskedCall): Finding | undefined {
  const { tool, schema, value } = call;
  if (inside(value, path) !== null || !isInConditions(schema, value, path)) return undefined;
  const at = conditionPath(path, call);
  const fix: PlacedFix['fix'] | undefined =
    at !== undefined
      ? { kind: 'set', value: { empty: true } }
      : tool === 'calendar_write'
        ? undefined
        : { kind: 'remove' };
  const names = path.filter((key) => typeof key === 'string');
  const advice =
    at === undefined
      ? 'leave it out or say what it must be'
      : `for events without any, give {"${plainKey(String(at.findLast((key) => typeof key === 'string')))}":{"empty":true}}`;
  const message = `\`${plainKey(names.at(-1) ?? '')}\` is a condition and cannot be null; ${advice}.`;
  return {
    path,
    violation: { code: 'INVALID_ARGUMENT', path: pointer(path), message },
    fixes: fix === undefined ? [] : [{ path: at ?? path, fix }],
  };
}

function isInConditions(schema: z.ZodTypeAny, value: unknown, path: Path): boolean {
  return path.some((_, length) => {
    const above = locate(schema, value, path.slice(0, length));
    return above !== undefined && isConditions(above.schema);
  });
}

/** The condition that supports `empty`: this one, or the one around its only operator. */
function conditionPath(path: Path, call: AskedCall): Path | undefined {
  if (knowsEmpty(path, call)) return path;
  const owner = path.slice(0, -1);
  const around = inside(call.value, owner);
  const isAlone = isRecord(around) && Object.keys(around).length === 1;
  return isAlone && knowsEmpty(owner, call) ? owner : undefined;
}

function knowsEmpty(path: Path, { schema, value }: AskedCall): boolean {
  const key = path.at(-1);
  const owner = locate(schema, value, path.slice(0, -1));
  const member = key === undefined || owner === undefined ? undefined : memberSchema(owner.schema, key);
  return member !== undefined && formsOf(member).some((form) => knownKeys(form).includes('empty'));
}
