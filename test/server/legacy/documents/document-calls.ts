import type { Json } from '../legacy-server.js';

/** A call that rows name: its tool, its arguments, and the path at which a row adds others. */
type NamedCall = readonly [tool: string, args: Json, at?: string | undefined];

/** The name of a call or of a tool, the arguments it adds, and what must hold in the answer. */
type RowCall = string | readonly [name: string, more?: unknown, wanted?: Json | undefined];

/** A call of a row, written out. */
export function wholeCall(call: RowCall, named: Readonly<Record<string, NamedCall>>) {
  const [name, more = {}, wanted = {}] = typeof call === 'string' ? [call] : call;
  const [tool, base, at = ''] = named[name] ?? [name, {}];
  return { tool, args: repeated(withMore(base, at === '' ? [] : at.split('/'), more)) as Json, wanted };
}

function withMore(base: unknown, [key, ...path]: readonly string[], more: unknown): unknown {
  if (key === undefined) return isJson(more) ? { ...(base as Json), ...more } : more;
  const { [key]: inner, ...rest } = base as Json;
  const value = withMore(inner ?? {}, path, more);
  const isNothing = inner === undefined && isJson(value) && Object.keys(value).length === 0;
  return isNothing ? rest : { ...rest, [key]: value };
}

/** Lists with `{"$times": n, "of": …}` written out; `#` is the number of the copy. */
function repeated(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap(copies).map(repeated);
  if (!isJson(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, repeated(inner)]));
}

function copies(item: unknown): readonly unknown[] {
  if (!isJson(item) || typeof item.$times !== 'number') return [item];
  const text = JSON.stringify(item.of);
  return Array.from({ length: item.$times }, (_, at) => JSON.parse(text.replaceAll('#', String(at))));
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Arguments with parts of earlier answers in place of their names: `$0/a/b` is a part of the first answer. */
export function withAnswers(value: unknown, answers: readonly Json[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withAnswers(one, answers));
  if (isJson(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withAnswers(one, answers)]));
  const [, index, path = ''] = /^\$(\d)\/(.+)$/.exec(String(value)) ?? [];
  if (index === undefined) return value;
  return path
    .split('/')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
      answers[Number(index)],
    );
}
