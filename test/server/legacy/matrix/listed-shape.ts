import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Json } from '../legacy-server.js';

/** A listed tool in few lines, with everything that its schema says. */
export function listedShape({ name, title, description, annotations, inputSchema }: Tool): Json {
  return { name, title, description, annotations, arguments: shapeOf(inputSchema) };
}

/** `name?` is optional; `…` are names that are not listed. The rest of a schema follows its type, as a text. */
function shapeOf(schema: Json): unknown {
  const { type, properties = {}, required = [], additionalProperties, items, ...rest } = schema;
  if (schema.properties !== undefined) {
    const members = Object.entries(properties as Record<string, Json>).map(
      ([name, inner]) => [(required as string[]).includes(name) ? name : `${name}?`, shapeOf(inner)] as const,
    );
    const more = additionalProperties === false ? {} : { '…': additionalProperties ?? true };
    const about = Object.keys(rest).length === 0 ? {} : { '': textOf('object', rest) };
    return { ...about, ...Object.fromEntries(members), ...more };
  }
  if (type === 'array' && items !== undefined) {
    const about = Object.keys(rest).length === 0 ? [] : [textOf('array', rest)];
    return Array.isArray(items) ? [...about, ...items.map(shapeOf)] : [...about, shapeOf(items as Json)];
  }
  if (Array.isArray(rest.anyOf)) {
    const { anyOf, ...others } = rest;
    const shapes = (anyOf as Json[]).map(shapeOf);
    if (shapes.every((shape) => typeof shape === 'string') && Object.keys(others).length === 0)
      return shapes.join(' or ');
    return { ...(Object.keys(others).length > 0 && { '': textOf('', others) }), 'one of': shapes };
  }
  return textOf(String(type ?? ''), {
    ...rest,
    ...(additionalProperties !== undefined && { additionalProperties }),
  });
}

function textOf(type: string, { enum: words, description, ...rest }: Json): string {
  const choice = Array.isArray(words) ? words.join(' | ') : type;
  const more = Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  const said = description === undefined ? [] : [`(${String(description)})`];
  return [choice, ...more, ...said].join(' ').trim();
}
