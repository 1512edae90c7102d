import type { Command } from 'commander';
import { pathOf } from './command.js';

/** Columns of help texts in the reference. */
export const REFERENCE_COLUMNS = 110;

const INTRODUCTION = `# The program

\`sluice\` is the server and every command around it. In a checkout it is \`npm run sluice -- <command>\`, or
\`node dist/sluice.js <command>\`; where the package is installed it is \`npx sluice <command>\`. Nothing is built when it runs.

It exits with 0 when all went well, with 1 when the work failed or found something wrong, with 2 when the command line is
unusable: unknown commands and options are refused, and nothing starts; with 3 when nothing is found (no such order, key, token,
price or route), and with 4 when no server can be reached. When its output is closed, as \`| head -1\` does, it ends
quietly with 141, as by SIGPIPE. \`--json\` prints a result for programs; progress and
errors go to stderr. This page is the help of each command.
`;

/** The page docs/reference/cli.md: the help of every command. */
export const referenceOf = (tree: Command): string => [INTRODUCTION, ...sections(tree)].join('\n');

function sections(each: Command): readonly string[] {
  const title = ['sluice', ...pathOf(each)].join(' ');
  return [`## ${title}\n\n\`\`\`text\n${helpOf(each)}\n\`\`\`\n`, ...each.commands.flatMap(sections)];
}

function helpOf(each: Command): string {
  let text = '';
  const output = each.configureOutput();
  each.configureOutput({
    writeOut: (part) => void (text += part),
    getOutHelpWidth: () => REFERENCE_COLUMNS,
    getOutHasColors: () => false,
  });
  each.outputHelp();
  each.configureOutput(output);
  return text.trimEnd();
}
