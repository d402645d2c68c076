/** Lists texts that an expression of words and groups matches: each alternative once, not every combination. */
export function formsOf(expression: string): readonly string[] {
  const plain = expression.replace(/\(\?[=!](?:[^()]|\([^()]*\))*\)/g, '').replace(/\[(\w)\w*\]/g, '$1');
  return alternatives(plain).forms;
}

interface Read {
  readonly forms: readonly string[];
  /** The text after the alternatives: empty, or from a closing bracket on. */
  readonly rest: string;
}

function alternatives(source: string): Read {
  const first = sequence(source);
  if (!first.rest.startsWith('|')) return first;
  const others = alternatives(first.rest.slice(1));
  return { forms: [...first.forms, ...others.forms], rest: others.rest };
}

function sequence(source: string): Read {
  if (source === '' || /^[|)]/.test(source)) return { forms: [''], rest: source };
  const first = part(source);
  const isOptional = /^[?*]/.test(first.rest);
  const tails = sequence(isOptional ? first.rest.slice(1) : first.rest);
  const heads = isOptional ? ['', ...first.forms] : first.forms;
  const forms = Array.from(
    { length: Math.max(heads.length, tails.forms.length) },
    (_, at) => `${heads[at % heads.length]}${tails.forms[at % tails.forms.length]}`,
  );
  return { forms, rest: tails.rest };
}

function part(source: string): Read {
  if (!source.startsWith('(?:')) return { forms: [source.slice(0, 1)], rest: source.slice(1) };
  const { forms, rest } = alternatives(source.slice(3));
  return { forms, rest: rest.slice(1) };
}
