import { textWidth } from './text-width.js';

/** Breaks a line after a space, slash or comma if possible. Drops no text. */
export function foldLine(line: string, columns: number): readonly string[] {
  const indent = /^[-+ ] *(?=\S)/.exec(line)?.[0].replace(/\S/, ' ') ?? '';
  const lines: string[] = [];
  let rest = line;
  while (textWidth(rest) > columns) {
    const at = breakOf(rest, columns, indent.length + 2);
    lines.push(rest.slice(0, at));
    rest = `${indent}  ${rest.slice(at)}`;
  }
  return [...lines, rest];
}

/** Breaks as late as fits, but always after the indentation, so the loop ends. */
function breakOf(text: string, columns: number, least: number): number {
  let most = text.length;
  // Too wide, or in the middle of a surrogate pair.
  const isBad = (part: string): boolean => textWidth(part) > columns || /[\ud800-\udbff]$/.test(part);
  while (isBad(text.slice(0, most)) && most > least + 1) most--;
  const good = Math.max(...[' ', '/', '\\', ','].map((mark) => text.lastIndexOf(mark, most - 1))) + 1;
  return good > Math.max(least, most / 2) ? good : most;
}
