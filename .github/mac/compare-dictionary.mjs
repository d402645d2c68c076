import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Which terms of ours a dictionary (sdef) lacks, or has with another access; the values of enumerators besides.
const [sdefPath = '', termsPath = ''] = process.argv.slice(2);
const sdef = readFileSync(sdefPath, 'utf8');
const { CLASSES, ENUMERATORS } = await import(pathToFileURL(resolve(termsPath)).href);

/** @param {string} text @param {string} tag */
const tags = (text, tag) =>
  [...text.matchAll(new RegExp(`<${tag}\\s([^>]*?)/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  );
/** @param {string} name */
const bodyOf = (name) =>
  [...sdef.matchAll(/<class(?:-extension)?\s([^>]*)>([\s\S]*?)<\/class(?:-extension)?>/g)]
    .filter(([, attributes = '']) => new RegExp(`(?:name|extends)="${name}"`).test(attributes))
    .map(([, , body = '']) => body)
    .join('');

const differences = [];
for (const [name, { elements, properties }] of Object.entries(CLASSES)) {
  const body = bodyOf(name);
  if (body === '') differences.push(`${name}: no such class`);
  const has = new Map(tags(body, 'property').map((one) => [one.name, one.access ?? 'rw']));
  for (const [property, access] of Object.entries(properties)) {
    const found = has.get(property);
    if (found === undefined) differences.push(`${name}: no property "${property}"`);
    else if (found !== access) differences.push(`${name}: "${property}" is ${found}, not ${access}`);
  }
  const inside = new Set(tags(body, 'element').map(({ type }) => type));
  for (const element of elements) {
    if (!inside.has(element)) differences.push(`${name}: no elements "${element}"`);
  }
}
const words = tags(sdef, 'enumerator').map(({ name }) => name);
for (const word of ENUMERATORS) {
  const count = words.filter((one) => one === word).length;
  if (count !== 1) differences.push(`the word "${word}" stands ${count} times`);
}
for (const difference of differences) process.stdout.write(`::warning::dictionary: ${difference}\n`);
process.stdout.write(`${differences.length} differences\n`);
