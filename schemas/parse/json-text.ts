const FENCE = '```';
/** Texts, so that nothing in them counts; then what JSON does not have: comments, last commas, words of Python. */
const PARTS =
  /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|\/\/[^\n]*|\/\*[^*]*\*\/|,(?=\s*[}\]])|\b(?:True|False|None)\b/g;
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/**
 * The object or list that a text holds, as models write it: JSON, also in a code fence, with comments or a comma too
 * many, or with the quotes and words of Python.
 */
export function readJsonText(text: string, list: boolean): { readonly value: unknown } | undefined {
  const plain = unfenced(text.trim());
  if (!plain.startsWith(list ? '[' : '{')) return undefined;
  return parsed(plain) ?? parsed(plain.replace(PARTS, jsonPart));
}

function unfenced(text: string): string {
  const isFenced = text.startsWith(FENCE) && text.endsWith(FENCE) && text.length > 2 * FENCE.length;
  if (!isFenced) return text;
  return text
    .slice(FENCE.length, -FENCE.length)
    .replace(/^[a-z]{1,10}/i, '')
    .trim();
}

function jsonPart(part: string, quoted: string | undefined): string {
  if (quoted !== undefined) return `"${quoted.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
  return part.startsWith('"') ? part : (WORDS[part] ?? '');
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    // Text that is no JSON stays text; the schema then says what belongs here.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
