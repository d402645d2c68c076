import { loadSettings } from '../../config/settings.js';
import { applyChanges, bytesOf, type ChangeSet } from '../../setup/change-set.js';
import { changedLines } from '../../setup/changed-lines.js';
import { clientsOn } from '../../setup/known-clients.js';
import { foldLine } from '../screen/fold-line.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { type ClientChange, chooseClients } from './choose-clients.js';
import { chooseCalendars, chooseDefaults, choosePolicy } from './choose-policy.js';
import { chooseSource } from './choose-source.js';
import { configChange } from './config-change.js';
import { connectAccount } from './connect-account.js';
import { type Conversation, conversing } from './conversation.js';
import { firstAnswer } from './first-answer.js';
import { FRAME, InterviewCancelled } from './interview.js';
import { keepSecret } from './keep-secret.js';
import { nameOf } from './name-of.js';
import { undoSetup } from './undo-setup.js';

/** `setup`: connects calendars and clients. Writes nothing before the person agrees to all changes. */
export function runSetup(call: CommandCall): Promise<number> {
  if (call.options.undo === true) return undoSetup(call);
  return conversing(call, async (talk) => {
    const { changes, clients } = await converse(talk);
    if (changes.files.length + changes.secrets.length > 0) {
      await show(talk, changes);
      if (!(await talk.ask.agree('Write these changes?'))) throw new InterviewCancelled();
      await applyChanges(changes, talk.settings.stateDir);
    }
    return finish(talk, clients);
  });
}

/** Asks everything, and plans the changes. */
async function converse(
  talk: Conversation,
): Promise<{ readonly changes: ChangeSet; readonly clients: readonly ClientChange[] }> {
  const { ask, file, env, home } = talk;
  const found = clientsOn(process.platform, env, home).filter(({ isInstalled }) => isInstalled);
  const accounts = file.accounts ?? [];
  ask.say(
    [
      `Apps found: ${found.map(({ title }) => title).join(', ') || 'none'}.`,
      `Time zone: ${talk.zone} (setup --timezone ZONE changes it).`,
      ...(accounts.length === 0 ? [] : [`Accounts so far: ${accounts.map(({ name }) => name).join(', ')}.`]),
    ].join('\n'),
  );
  const source = await chooseSource(talk);
  const connected = source && (await connectAccount(talk, { ...source, name: nameOf(source, talk) }));
  const visible = connected && (await chooseCalendars(talk, connected));
  const defaults = connected && (await chooseDefaults(talk, connected, visible));
  const kept = connected && (await keepSecret(talk, connected));
  const policy = await choosePolicy(talk);
  const clients = await chooseClients(talk);
  const config = configChange(talk, { account: kept?.account, visible, defaults, policy });
  return {
    changes: {
      files: [...(kept?.files ?? []), ...(config === undefined ? [] : [config]), ...clients],
      secrets: kept?.secrets ?? [],
    },
    clients,
  };
}

/** Shows the changes per file, without secrets. */
async function show({ ask, env }: Conversation, { files, secrets }: ChangeSet): Promise<void> {
  const columns = ask.isAttended ? screenOf(process.stdout, env).width - FRAME : Number.POSITIVE_INFINITY;
  for (const { path, edit, mode } of files) {
    const before = (await bytesOf(path))?.toString('utf8');
    const lines = mode === 0o600 ? ['+ (a secret, not shown)'] : changedLines(before, await edit(before));
    ask.say([path, ...lines.flatMap((line) => foldLine(line, columns))].join('\n'));
  }
  for (const { entry } of secrets)
    ask.say(`Keychain: the entry of "${entry.service}" for "${entry.account}" (a secret, not shown)`);
}

/** Starts the server as the clients will, and shows its first answer. */
async function finish(talk: Conversation, clients: readonly ClientChange[]): Promise<number> {
  const { ask } = talk;
  const isReadOnly = (await loadSettings(talk.flags, talk.env)).policy.readOnly;
  // The changes are already written, so a failure or Ctrl-C only means no answer.
  const answer = await firstAnswer(talk).catch(() => '');
  if (answer === '') {
    ask.say(
      'It is set up, but the calendars could not be read just now. "calendar-mcp doctor" says why; "calendar-mcp setup --undo" puts everything back.',
      'warning',
    );
    return 1;
  }
  ask.say('The server answers. Your next seven days:', 'done');
  process.stdout.write(`\n${answer}\n`);
  for (const { client } of clients) ask.say(`${client.title}: ${client.afterwards}.`);
  ask.say(
    [
      'Then ask your assistant:',
      '  What is on next week?',
      '  When am I free for two hours on Thursday or Friday?',
      isReadOnly ? '  Where did my hours go last month?' : '  Put "lunch with Ana" on Friday at noon.',
    ].join('\n'),
  );
  return 0;
}
