/** Instructions for connecting a client; `command` starts this program. */
export function clientSnippets(command: readonly string[]): string {
  const [program = 'calendar-mcp', ...args] = command;
  const server = (more: string): string =>
    `"calendar": { ${more}"command": ${JSON.stringify(program)}, "args": [${args.map((one) => JSON.stringify(one)).join(', ')}] }`;
  return [
    '  Claude Desktop (claude_desktop_config.json) and Cursor (.cursor/mcp.json)',
    `    { "mcpServers": { ${server('')} } }`,
    '',
    '  Claude Code',
    `    claude mcp add calendar -- ${command.map(quoted).join(' ')}`,
    '',
    '  VS Code (.vscode/mcp.json)',
    `    { "servers": { ${server('"type": "stdio", ')} } }`,
    '',
    '  A CalDAV account: add CALDAV_URL, CALDAV_USERNAME, CALDAV_PASSWORD to "env".',
    '  Without one, events live in a folder of .ics files, which others can read.',
  ].join('\n');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
