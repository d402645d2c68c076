import { fileURLToPath } from 'node:url';

export const PACKAGE = 'calendar-builder-mcp';

/** The file that is this program. */
export function mainFile(): string {
  return fileURLToPath(new URL('../main.js', import.meta.url));
}

/** What starts this program wherever a client is: few search the path, or have one that knows a Node. */
export function launchCommand(main: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (!/[\\/]_npx[\\/]/.test(main)) return [process.execPath, main];
  return platform === 'win32' ? ['cmd', '/c', 'npx', '-y', PACKAGE] : ['npx', '-y', PACKAGE];
}
