/** Lists removed and added lines, without context. */
export function changedLines(before: string | undefined, after: string): readonly string[] {
  const [old, fresh] = [linesOf(before ?? ''), linesOf(after)];
  let begin = 0;
  while (begin < old.length && begin < fresh.length && old[begin] === fresh[begin]) begin++;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - begin && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  return [
    ...old.slice(begin, old.length - end).map((line) => `- ${line}`),
    ...fresh.slice(begin, fresh.length - end).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
