import { spawn } from 'node:child_process';

/** Long enough to see if the opener starts. */
const STARTING_MS = 300;

/** Returns false without a browser, as over ssh. */
export async function openBrowser(
  url: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const [program, ...args] = openerOn(platform, env) ?? [];
  if (program === undefined) return false;
  // No shell, so the address is a single argument.
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, env });
  child.unref();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), STARTING_MS);
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}

function openerOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (env.BROWSER) return [env.BROWSER];
  if (platform === 'darwin') return env.SSH_CONNECTION ? undefined : ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
