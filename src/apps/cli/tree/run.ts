import { CommanderError } from 'commander';
import { printNotes } from '../../../adapters/terminal/index.js';
import { UsageError } from '../usage-error.js';
import { sluiceTree } from './tree.js';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_NOT_FOUND = 3;
const EXIT_UNREACHABLE = 4;

/** Options of the program itself. All others belong to a command. */
const OWN_OPTIONS = ['-h', '--help', '-V', '--version'];

/**
 * Runs a command of the program; `serve` if the arguments name none. Sets the exit code of the process: 0 for success, 1 if the
 * command failed, 2 if the arguments are unusable, 3 if nothing is found, 4 if no server can be reached. Prints the message of an
 * error to stderr.
 *
 * @param args arguments after the program's name.
 */
export async function runSluice(args: readonly string[]): Promise<void> {
  const [first] = args;
  const namesNone = first === undefined || (first.startsWith('-') && !OWN_OPTIONS.includes(first));
  try {
    await sluiceTree().parseAsync(namesNone ? ['serve', ...args] : args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already written the text to the terminal.
      process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
      return;
    }
    const { explained, failureOf } = await import('../service/explained.js');
    printNotes(explained(error));
    const failure = failureOf(error);
    if (error instanceof UsageError) process.exitCode = EXIT_USAGE;
    else if (failure === 'not-found') process.exitCode = EXIT_NOT_FOUND;
    else process.exitCode = failure === 'unreachable' ? EXIT_UNREACHABLE : EXIT_FAILED;
  }
}
