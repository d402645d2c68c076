import { type LegacyCase, type PROFILES, withIds } from '../legacy-fixture.js';
import type { Json } from '../legacy-server.js';
import { otherForms } from './other-forms.js';

type Profile = (typeof PROFILES)[number];

const WIDTH = 118;

const HEAD = `# Move from an earlier calendar server

The tools of earlier calendar servers work here under their old names and with their old answers, so prompts and
programs can move over one call at a time.

1. Start the server with \`--legacy NAME\`. The old tools are listed after the new ones:

   \`\`\`sh
   node /path/to/calendar-builder-mcp/dist/main.js --legacy macos-calendar
   \`\`\`

   Names are those of the table below; \`--legacy macos-calendar,family-calendar\` lists two, \`--legacy all\` every one.
2. Every answer of an old tool has \`_migration\`, whose \`example\` is the new call that does the same, with its arguments.
   Replace the calls with their examples, or write them as shown below.
3. When no old call is left, start the server without \`--legacy\`.

## What is different everywhere

- **Failures are errors.** Each has a \`code\` and a \`suggestion\`, and of a write \`outcome\` says whether anything was
  changed ([errors](errors.md)). A list that lacks something says so: \`truncated\` and \`total\` if there are more rows,
  \`sources\` for calendars that could not be read in full.
- **Deletions can be undone.** Events go to the trash and can be restored.
- **Only what a call names is changed.** Everything else in an event stays, byte for byte; of a series, only the occurrence
  named.
- **Ids stay.** They are short, the same after a restart, and accepted by every tool; raw UIDs are accepted, too.
- **[Permissions](permissions.md) hold under every name.** Calendars that are not visible do not exist, and a server that
  only reads does not list tools that write.
- **You may be asked.** Where the policy wants your agreement, a call fails with \`CONFIRMATION_REQUIRED\`, and the same call
  with \`pendingAction.token\` is carried out once. Events that are shown only when you agree are counted in \`withheld\`, with a
  token for the same purpose. The suggestion names the argument that takes it.

## The old tools, call by call

Each page shows what is different for one system, and old calls with those that replace them.
`;

/** The first page of the guide, with a link to the page of each profile. */
export function migrationGuide(profiles: readonly Profile[]): string {
  const rows = profiles.map(
    ({ name, fixture }) => `| \`${name}\` | [${fixture.system}](migration/${name}.md) |`,
  );
  return `${[HEAD, '| `--legacy` | system |', '|---|---|', ...rows].join('\n')}\n`;
}

/** The page for users of one older system: all that its fixture shows. */
export function migrationPage({ name, fixture }: Profile, ids: ReadonlyMap<string, string>): string {
  const forms = fixture.cases.flatMap((row) => otherForms(row).map((form) => ({ ...row, ...form })));
  const renamed = forms.filter(({ tool }) => !fixture.cases.some((row) => row.tool === tool));
  const shown = telling([...fixture.cases, ...renamed], fixture.shows === 'kinds' ? kindsIn : pathsIn);
  const tools = [...new Set(shown.map(({ names: [tool] }) => tool))];
  const parts = tools.map((tool) => {
    const own = shown.filter(({ names }) => names[0] === tool);
    const names = [...new Set(own.flatMap((one) => one.names))].map((one) => `\`${one}\``).join(', ');
    return [`## ${names}\n`, ...own.map(({ row }) => exampleOf(row, ids))].join('\n');
  });
  const notes = fixture.differences.map((note) => `- ${wrapped(note)}\n`).join('');
  const head = `# Move from ${name}\n\n${fixture.system}. [What is the same for every system](../migration.md)\n\n${notes}`;
  return [head, LEFT_OUT, ...parts].join('\n');
}

const LEFT_OUT = `The new call stands below the old one. It leaves out \`fields\` and \`limit\`, which only choose what is shown;
\`_migration.example\` has them.
`;

interface Shown {
  readonly row: LegacyCase;
  /** Tools that make this call of the same arguments. */
  readonly names: string[];
}

/** The calls that show something new: another argument or another choice, and another call of ours. */
function telling(cases: readonly LegacyCase[], pathsOf: (args: Json) => string[]): readonly Shown[] {
  const seen = new Set<string>();
  const shown = new Map<string, Shown>();
  for (const row of cases.filter(({ refused }) => refused === undefined)) {
    const { tool, args } = row;
    const said = [`${tool}`, ...pathsOf(args).map((path) => `${tool}/${path}`)];
    // Another kind of call is shown though it comes to the same.
    const key = JSON.stringify([row.call, pathsOf === kindsIn && said]);
    const known = shown.get(key);
    if (known !== undefined) {
      if (JSON.stringify(known.row.args) === JSON.stringify(args)) known.names.push(tool);
      continue;
    }
    if (said.every((path) => seen.has(path))) continue;
    for (const path of said) seen.add(path);
    shown.set(key, { row, names: [tool] });
  }
  return [...shown.values()];
}

/** Names of arguments, and the choices of those that say what kind of call it is. */
function pathsIn(args: Json): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    if (['action', 'operation', 'type', 'target'].includes(name)) return [`${name}=${String(value)}`];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name];
    return pathsIn(value as Json).map((below) => `${name}/${below}`);
  });
}

/** Only the choices. */
function kindsIn(args: Json): string[] {
  return pathsIn(args).filter((path) => /^\w+(?:\/\w+)?=/.test(path));
}

function exampleOf({ tool, args, call }: LegacyCase, ids: ReadonlyMap<string, string>): string {
  if (call === undefined) return '';
  const calls = [`// ${tool}`, printed(withIds(args, ids)), `// ${call.name}`, printed(plainCall(call))];
  return ['```js', ...calls, '```', ''].join('\n');
}

/** A call without what only chooses how much is shown. */
export function plainCall({ arguments: envelope }: NonNullable<LegacyCase['call']>): Json {
  const entries = Object.entries(envelope).map(([key, inner]) => {
    const { fields: _, limit: __, ...rest } = inner as Json;
    return [key, rest];
  });
  return Object.fromEntries(entries);
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.pop()} ${word}`.trimStart();
    const [full, rest] = line.length > WIDTH ? [line.slice(0, -word.length - 1), word] : [undefined, line];
    lines.push(...(full === undefined ? [rest] : [full, rest]));
  }
  return lines.join('\n  ');
}

/** JSON in as few lines as fit. */
function printed(value: unknown, indent = '', before = 0): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + before + line.length <= WIDTH)
    return line;
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  const entries = Object.entries(value).map(([key, item]) => {
    const name = list ? '' : `${JSON.stringify(key)}: `;
    return inner + name + printed(item, inner, name.length + 1);
  });
  return `${list ? '[' : '{'}\n${entries.join(',\n')}\n${indent}${list ? ']' : '}'}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
