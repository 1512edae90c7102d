import { Argument, type Command } from 'commander';
import { command, exitsWith } from './command.js';

/** @param tree the whole program, once it is complete. */
export const completionCommand = (tree: () => Command): Command =>
  command('completion', {
    description: 'Prints a script that completes commands and options in a shell.',
    examples: [
      ['source <(sluice completion bash)', 'in ~/.bashrc'],
      ['source <(sluice completion zsh)', 'in ~/.zshrc, after compinit'],
      ['sluice completion fish > ~/.config/fish/completions/sluice.fish', 'once'],
    ],
  })
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action(
      exitsWith(async (shell: 'bash' | 'zsh' | 'fish') => {
        const { completionFor } = await import('../completion.js');
        process.stdout.write(completionFor(shell, tree()));
        return 0;
      }),
    );
