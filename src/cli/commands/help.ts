import { HELP_TOPICS, helpTopic } from '../../../schemas/help/help.js';
import { printCommandUsage, printUsage } from '../print/print-usage.js';
import { brokenAt, screenOf } from '../screen/screen.js';
import type { Command, RunCommand } from '../shell/command.js';

/** `help`: prints all commands, one command or a topic; a word that is both prints both. */
export function helpOn(commands: readonly Command[]): RunCommand {
  return async ({ args: [word], env }) => {
    const { width } = screenOf(process.stdout, env);
    const page = word === undefined ? printUsage(commands, width) : wordPage(word, commands, width);
    process.stdout.write(`${page}\n`);
    return 0;
  };
}

function wordPage(word: string, commands: readonly Command[], width: number): string {
  const command = commands.find(({ name, also }) => name === word || also?.includes(word) === true);
  const usage = command === undefined ? [] : [printCommandUsage(command, width)];
  const isTopic = HELP_TOPICS.some(({ topic }) => topic === word);
  const topic = command === undefined || isTopic ? [brokenAt(width, helpTopic(word).text)] : [];
  return [...usage, ...topic].join('\n\n');
}
