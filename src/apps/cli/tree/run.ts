import { CommanderError } from 'commander';
import { printNotes } from '../../../adapters/terminal/index.js';
import { UsageError } from '../usage-error.js';
import { sluiceTree } from './tree.js';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_NOT_FOUND = 3;
const EXIT_UNREACHABLE = 4;

/** Options that the program itself takes. All others belong to a command. */
const OWN_OPTIONS = ['-h', '--help', '-V', '--version'];

/**
 * Runs a command of the program; `serve` when the arguments name none. Sets the exit code of the process: 0, 1 when the
 * command failed, 2 when the arguments are unusable, 3 when nothing is found, 4 when no server can be reached. A failure
 * becomes its message on stderr.
 *
 * @param args what follows the program's name.
 */
export async function runSluice(args: readonly string[]): Promise<void> {
  const [first] = args;
  const namesNone = first === undefined || (first.startsWith('-') && !OWN_OPTIONS.includes(first));
  try {
    await sluiceTree().parseAsync(namesNone ? ['serve', ...args] : args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // The text is on the terminal already.
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
