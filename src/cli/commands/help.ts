import { HELP_TOPICS, helpTopic } from '../../../schemas/help/help.js';
import { printCommandUsage, printUsage } from '../print/print-usage.js';
import type { Command, RunCommand } from '../shell/command.js';

/** `help`: all commands, one of them, or a topic of the calls; a word that is both gives both. */
export function helpOn(commands: readonly Command[]): RunCommand {
  return async ({ args: [word] }) => {
    process.stdout.write(`${word === undefined ? printUsage(commands) : wordPage(word, commands)}\n`);
    return 0;
  };
}

function wordPage(word: string, commands: readonly Command[]): string {
  const command = commands.find(({ name, also }) => name === word || also?.includes(word) === true);
  const usage = command === undefined ? [] : [printCommandUsage(command)];
  const isTopic = HELP_TOPICS.some(({ topic }) => topic === word);
  const topic = command === undefined || isTopic ? [helpTopic(word).text] : [];
  return [...usage, ...topic].join('\n\n');
}
