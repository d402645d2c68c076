/** How people connect their own client; `command` is what starts this program. */
export function clientSnippets(command: readonly string[]): string {
  const [program = 'calendar-mcp', ...args] = command;
  const server = { command: program, args };
  const json = (value: unknown): string => JSON.stringify(value, undefined, 2).replace(/^/gm, '    ');
  return [
    '  Claude Desktop (claude_desktop_config.json) and Cursor (.cursor/mcp.json)',
    json({ mcpServers: { calendar: server } }),
    '',
    '  Claude Code',
    `    claude mcp add calendar -- ${command.map(quoted).join(' ')}`,
    '',
    '  VS Code (.vscode/mcp.json)',
    json({ servers: { calendar: { type: 'stdio', ...server } } }),
    '',
    '  A CalDAV account: add CALDAV_URL, CALDAV_USERNAME and CALDAV_PASSWORD to "env".',
    '  Without one, events live in a folder of .ics files that any calendar program can read.',
  ].join('\n');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
