const WIDTH = 110;

/** Members of the outer lists stand on lines of their own; those of rows fill the lines. */
const OUTER = 3;

/** JSON in which a row takes as few lines as it needs; `used` is what stands before it on its line. */
export function printRows(value: unknown, indent = '', depth = 0, used = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => {
      const start = isList ? '' : `${JSON.stringify(key)}: `;
      return start + printRows(item, inner, depth + 1, start.length);
    });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const space = isList || members.length === 0 ? '' : ' ';
  const line = open + space + members.join(', ') + space + close;
  if (!line.includes('\n') && indent.length + used + line.length <= WIDTH) return line;
  if (depth < OUTER) return `${open}\n${members.map((one) => inner + one).join(',\n')}\n${indent}${close}`;
  return open + space + filled(members, inner) + space + close;
}

function filled(members: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const member of members) {
    const last = lines.at(-1);
    const longer = `${last}, ${member}`;
    if (last !== undefined && !longer.includes('\n') && indent.length + longer.length < WIDTH)
      lines[lines.length - 1] = longer;
    else lines.push(member);
  }
  return lines.join(`,\n${indent}`);
}
