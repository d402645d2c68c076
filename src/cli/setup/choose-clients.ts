import { CalendarError } from '../../../schemas/model/error.js';
import type { FileChange } from '../../setup/change-set.js';
import { SERVER, withServer } from '../../setup/edit-client-file.js';
import { clientsOn, type FoundClient } from '../../setup/known-clients.js';
import { launchCommand, mainFile } from '../../setup/launch-command.js';
import type { Conversation } from './conversation.js';

/** Builds the start command, with settings that the client cannot know, but without secrets. */
export function serverCommand({ isElsewhere, path, flags }: Conversation): readonly [string, ...string[]] {
  const more = [
    ...(isElsewhere ? ['--config', path] : []),
    ...(flags.stateDir === undefined ? [] : ['--state-dir', flags.stateDir]),
  ];
  return [...launchCommand(mainFile(), process.platform), ...more];
}

export interface ClientChange extends FileChange {
  readonly client: FoundClient;
}

/** Asks for the clients that get this server; returns the changes to their files. */
export async function chooseClients(talk: Conversation): Promise<readonly ClientChange[]> {
  const { ask, options, env, home } = talk;
  const all = clientsOn(process.platform, env, home);
  const installed = all.filter(({ isInstalled }) => isInstalled);
  const names = await ask.several({
    option: 'client',
    message: 'Which apps should use it?',
    choices: all
      .toSorted((a, b) => Number(b.isInstalled) - Number(a.isInstalled))
      .map(({ name, title, isInstalled }) => ({
        value: name,
        label: title,
        hint: isInstalled ? 'found' : undefined,
      })),
    given: options.client === 'none' ? [] : options.client?.split(',').map((name) => name.trim()),
    fallback: installed.map(({ name }) => name),
  });
  const command = serverCommand(talk);
  return all
    .filter(({ name }) => names.includes(name))
    .map((client) => ({
      client,
      path: client.file,
      edit: (text: string | undefined) => named(client.file, withServer(text, client, command)),
      ...(client.format === 'json' && { key: [client.key, SERVER] }),
    }));
}

/** Adds the path to an error. */
async function named(path: string, edited: Promise<string>): Promise<string> {
  return edited.catch((error: unknown) => {
    throw error instanceof CalendarError
      ? new CalendarError(error.code, `${path}: ${error.message}`, error.info)
      : error;
  });
}
