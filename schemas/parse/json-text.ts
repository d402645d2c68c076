const FENCE = '```';
/** Skips strings; then matches parts that are not JSON: comments, trailing commas, Python's words. */
const PARTS =
  /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|\/\/[^\n]*|\/\*[^*]*\*\/|,(?=\s*[}\]])|\b(?:True|False|None)\b/g;
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/**
 * Reads an object or a list from a model's text: JSON, also in a code fence, with comments or trailing commas, or with
 * the quotes and words of Python.
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
    // Text that is not JSON stays text, and the schema reports it.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
