import { Command, type CommanderError } from 'commander';

/** Help on a command besides its options. */
export interface CommandHelp {
  /** One or more sentences. Lists of commands show only the first. */
  readonly description: string;
  /** Complete command lines, each with its effect. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Settings of the server that the command reads. */
  readonly settings?: readonly string[];
  /** Other environment variables that the command reads, each with its meaning. */
  readonly environment?: readonly (readonly [name: string, what: string])[];
}

/**
 * Makes a command of the program whose help shows examples.
 *
 * @example command('migrate', { description: 'Upgrades the database.', examples: [['sluice migrate', 'upgrades it']] })
 */
export function command(
  name: string,
  { description, examples, settings = [], environment = [] }: CommandHelp,
): Command {
  const [summary = ''] = description.split(/(?<=\.) /);
  const lines = [
    ...(settings.length > 0 ? ['', `Settings: ${settings.join(', ')}`] : []),
    ...(environment.length > 0 ? ['', 'Environment:', ...columns(environment, '  ')] : []),
    '',
    'Examples:',
    ...columns(examples, '  # '),
  ];
  return new Command(name)
    .description(description)
    .summary(summary.replace(/\.$/, ''))
    .addHelpText('after', lines.join('\n'));
}

function columns(rows: readonly (readonly [string, string])[], between: string): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${between}${second}`);
}

/** Form of a private key that was typed in the wrong place. */
const KEY = /[0-9a-f]{64,}/gi;

/** Wraps the work of a command: its result becomes the exit code of the process. */
export const exitsWith =
  <A extends readonly unknown[]>(work: (...args: A) => Promise<number>) =>
  async (...args: A): Promise<void> => {
    process.exitCode = await work(...args);
  };

type Work = (...args: never[]) => Promise<number>;
type WorkOf<M> = { [K in keyof M]: M[K] extends Work ? K : never }[keyof M];

/** Loads a module when the command runs, and calls its function with the command's arguments and options. */
export const runs = <M>(load: () => Promise<M>, name: WorkOf<M>) =>
  exitsWith(async (...all: readonly unknown[]) => {
    const work = (await load())[name] as (...args: readonly unknown[]) => Promise<number>;
    // Commander passes the command itself as the last argument.
    return work(...all.slice(0, -1));
  });

/** Terminal to which texts for the user are written. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Width of help texts in columns; the terminal's if undefined. */
  readonly columns?: number;
}

/** Makes usage errors and help throw a `CommanderError` in the whole tree, instead of ending the process. */
export function prepare(each: Command, terminal: Terminal): Command {
  const { columns } = terminal;
  each
    .exitOverride((error: CommanderError) => {
      throw error;
    })
    .enablePositionalOptions()
    .showHelpAfterError(`(sluice ${[...pathOf(each), '--help'].join(' ')} shows what it takes)`)
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text.replace(KEY, '…')),
      ...(columns !== undefined && { getOutHelpWidth: () => columns, getErrHelpWidth: () => columns }),
    });
  if (each.commands.length > 0) refuseUnknownCommands(each);
  for (const child of each.commands) prepare(child, terminal);
  return each;
}

/**
 * Reports an unknown subcommand as such. For a command that also runs without a subcommand, such as `demo`, Commander would report
 * it as an extra argument.
 */
function refuseUnknownCommands(parent: Command): void {
  const refuse = parent.error.bind(parent);
  parent.error = (message, options) => {
    if (options?.code !== 'commander.excessArguments') return refuse(message, options);
    const known = parent.commands.map((child) => child.name()).join(', ');
    return refuse(
      `error: unknown command '${parent.args[0]}' of ${parent.name()}, which has: ${known}`,
      options,
    );
  };
}

/** The words of the command, without the program's name. */
export const pathOf = (each: Command): readonly string[] =>
  each.parent === null ? [] : [...pathOf(each.parent), each.name()];
