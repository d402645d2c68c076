import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The configuration file and format of an MCP client. */
export interface KnownClient {
  readonly name: string;
  readonly title: string;
  /** Builds the path of the configuration file below the given folders. */
  readonly path: (at: Folders) => string;
  readonly format: 'json' | 'toml';
  /** Key of the object that holds the servers. */
  readonly key: string;
  /** Extra fields of an entry, besides command and arguments. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Instruction for the user after the change. */
  readonly afterwards: string;
}

interface Folders {
  readonly home: string;
  /** Settings folder of applications. */
  readonly settings: string;
  /** Settings folder of programs that use `~/.config` on a Mac too. */
  readonly config: string;
}

const RESTART = 'quit and reopen it';
const stdio = { type: 'stdio' };

/** Paths and keys from each client's documentation. */
export const CLIENTS: readonly KnownClient[] = [
  client('claude-desktop', 'Claude Desktop', ({ settings }) =>
    join(settings, 'Claude', 'claude_desktop_config.json'),
  ),
  {
    ...client('claude-code', 'Claude Code', ({ home }) => join(home, '.claude.json')),
    more: stdio,
    afterwards: 'start a new session; /mcp shows it',
  },
  client('cursor', 'Cursor', ({ home }) => join(home, '.cursor', 'mcp.json')),
  {
    ...client('vscode', 'VS Code', ({ settings }) => join(settings, 'Code', 'User', 'mcp.json')),
    key: 'servers',
    more: stdio,
    afterwards: 'confirm that you trust it when VS Code asks',
  },
  {
    ...client('codex', 'Codex', ({ home }) => join(home, '.codex', 'config.toml')),
    format: 'toml',
    key: 'mcp_servers',
    // Codex gives up after a minute; our own limits are lower.
    more: { tool_timeout_sec: 60 },
    afterwards: 'start a new session',
  },
  {
    ...client('gemini', 'Gemini CLI', ({ home }) => join(home, '.gemini', 'settings.json')),
    afterwards: 'start a new session; /mcp shows it',
  },
  {
    ...client('zed', 'Zed', ({ config }) => join(config, 'zed', 'settings.json')),
    key: 'context_servers',
    more: { source: 'custom' },
    afterwards: 'nothing: Zed reads it at once',
  },
  client('windsurf', 'Windsurf', ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json')),
];

function client(name: string, title: string, path: KnownClient['path']): KnownClient {
  return { name, title, path, format: 'json', key: 'mcpServers', afterwards: RESTART };
}

export interface FoundClient extends KnownClient {
  readonly file: string;
  readonly isInstalled: boolean;
}

/** Treats a client as installed if its file or the folder of the file exists. */
export function clientsOn(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string,
): readonly FoundClient[] {
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
  const settings =
    platform === 'win32'
      ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : config;
  const at = { home, settings, config: platform === 'win32' ? settings : config };
  return CLIENTS.map((one) => {
    const file = one.path(at);
    const folder = dirname(file);
    return { ...one, file, isInstalled: existsSync(file) || (folder !== home && existsSync(folder)) };
  });
}
