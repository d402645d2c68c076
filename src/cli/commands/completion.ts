import type { Command, RunCommand } from '../shell/command.js';
import { SETTING_OPTIONS } from '../shell/options.js';
import { UsageError } from '../shell/usage-error.js';

const NAME = 'calendar-mcp';

/** Completion scripts for commands and their options. */
const SCRIPTS = {
  bash: (rows: readonly Row[]) => `_calendar_mcp() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then words='${namesOf(rows)}'
  else case "\${COMP_WORDS[1]}" in
${rows.map(({ name, options }) => `    ${name}) words='${options.join(' ')}' ;;`).join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _calendar_mcp ${NAME}
`,
  zsh: (rows: readonly Row[]): string => `autoload -U +X bashcompinit && bashcompinit\n${SCRIPTS.bash(rows)}`,
  fish: (rows: readonly Row[]) =>
    rows
      .flatMap(({ name, summary, options }) => [
        `complete -c ${NAME} -f -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", "\\'")}'`,
        ...options.map(
          (option) => `complete -c ${NAME} -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
        ),
      ])
      .concat('')
      .join('\n'),
  powershell: (
    rows: readonly Row[],
  ) => `Register-ArgumentCompleter -Native -CommandName ${NAME} -ScriptBlock {
  param($word, $line, $position)
  $options = @{
${rows.map(({ name, options }) => `    '${name}' = '${options.join(' ')}'`).join('\n')}
  }
  $command = "$($line.CommandElements[1])"
  $words = if ($options.ContainsKey($command) -and $command -ne $word) { $options[$command] } else { '${namesOf(rows)}' }
  $words -split ' ' | Where-Object { $_ -like "$word*" }
}
`,
};

interface Row {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
}

function namesOf(rows: readonly Row[]): string {
  return rows.map(({ name }) => name).join(' ');
}

/** `completion`: prints the script for a shell. */
export function completionOf(commands: readonly Command[]): RunCommand {
  const rows = commands.map(({ name, summary, options = [] }) => ({
    name,
    summary,
    options: [...options, ...Object.keys(SETTING_OPTIONS)].map((option) => `--${option}`),
  }));
  return async ({ args: [shell = ''] }) => {
    const script = Object.entries(SCRIPTS).find(([name]) => name === shell)?.[1];
    if (script === undefined) throw new UsageError(`The shell is ${Object.keys(SCRIPTS).join(', ')}.`);
    process.stdout.write(script(rows));
    return 0;
  };
}
