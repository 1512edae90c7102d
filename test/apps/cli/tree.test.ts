import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError, type Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { completionFor } from '../../../src/apps/cli/completion.js';
import { pathOf } from '../../../src/apps/cli/tree/command.js';
import { referenceOf } from '../../../src/apps/cli/tree/reference.js';
import { VARIABLES } from '../../../src/apps/server/settings/index.js';
import { sluiceTree } from '../../../src/apps/cli/tree/tree.js';

const silent = { out: () => undefined, err: () => undefined };
const all = (each: Command): readonly Command[] => [each, ...each.commands.flatMap(all)];
const commands = all(sluiceTree(silent)).map((each) => [pathOf(each).join(' '), each] as const);

/** Parses the arguments, and returns what the usage error prints. */
async function refused(args: readonly string[]): Promise<string> {
  let text = '';
  const tree = sluiceTree({ out: () => undefined, err: (part) => void (text += part) });
  const outcome = await tree.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof CommanderError))
    throw new Error(`${args.join(' ')} is accepted`, { cause: outcome });
  return text;
}

describe.each(commands)('sluice %s', (path, each) => {
  it('has a description, a summary and examples of itself', () => {
    let help = '';
    const tree = sluiceTree({ ...silent, out: (part) => void (help += part) });
    all(tree)
      .find((found) => pathOf(found).join(' ') === path)!
      .outputHelp();
    expect(each.description()).toMatch(/\.$/);
    expect(each.summary()).not.toBe('');
    const [, examples = ''] = help.split('Examples:\n');
    expect(examples).toContain(`sluice ${path}`.trim());
    for (const option of each.options) expect(option.description).not.toBe('');
    const [, settings = ''] = /^Settings: ([A-Z_, ]+)$/m.exec(help) ?? [];
    for (const name of settings.split(', ').filter(Boolean)) expect(VARIABLES).toHaveProperty(name);
  });

  it('refuses an unknown option', async () => {
    const needed = each.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ long, argChoices }) => [long!, argChoices?.[0] ?? '1']);
    const text = await refused([...pathOf(each), ...needed, '--nonsense']);
    expect(text).toContain("unknown option '--nonsense'");
  });
});

describe('the program', () => {
  it.each([
    [['demoo'], 'Did you mean demo?'],
    [['prices', 'lastest'], 'Did you mean latest?'],
    [['serve', '--verbos'], 'Did you mean --verbose?'],
    [['serve', '--port', '3451'], '(set it in the environment: PORT=… sluice serve)'],
    [['serve', '--areas=swap'], '(set it in the environment: SLUICE_AREAS=… sluice serve)'],
    [['demo', 'markt'], "unknown command 'markt' of demo, which has: market"],
    [['prices', 'import'], "missing required argument 'file.csv'"],
    [['devnet', '--fork-height', '5'], '--fork-height needs --fork'],
    [['demo', '--devnet', 'http://127.0.0.1:3999'], '--devnet needs the server'],
    [['orders', 'place', '--sell', '1', '--of', 'STX'], "required option '--for <token>' not specified"],
    [['orders', 'plce'], 'Did you mean place?'],
    [
      ['orders', 'list', '--wallet', 'a', '--key-file', 'b'],
      "cannot be used with option '--key-file <file>'",
    ],
    [
      ['keys', 'create', 'bot', '--may', 'sign'],
      'Allowed choices are read, execute, cancel, create, webhooks',
    ],
    [['webhooks', 'create', 'example.org'], 'It must be an http or https address'],
    [['webhooks', 'replay', 'x', '--since', 'yesterday'], 'an ISO 8601 time or a duration such as 2h'],
    [['history', 'STX', '--interval', '2h'], 'Allowed choices are 5m, 1h'],
    [['quote', 'STX', 'sBTC', '1,5'], 'It must be a decimal number such as 1.5'],
    [['quote', 'STX', 'sBTC', '1', '--slippage', '0.6'], 'It must be a fraction from 0 to 0.5'],
  ])('refuses %j in words', async (args, words) => {
    expect(await refused(args)).toContain(words);
  });

  it('has a section of the reference for each command', () => {
    const sections = referenceOf(sluiceTree(silent)).matchAll(/^## sluice ?(.*)$/gm);
    expect([...sections].map(([, path]) => path)).toEqual(commands.map(([path]) => path));
  });

  it('names no command in the documents that it does not have', () => {
    const paths = new Set(commands.map(([path]) => path));
    const documents = execFileSync('git', ['ls-files', 'docs', 'README.md', 'CONTRIBUTING.md'])
      .toString()
      .trim()
      .split('\n')
      .filter((file) => file.endsWith('.md') && existsSync(file));
    const named = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bnpx sluice((?: [a-z][a-z-]*)*)/g)].map(([, words]) =>
        words!.trim(),
      ),
    );
    // Operands may follow a command's words.
    const unknown = named.filter(
      (words) => words !== '' && !paths.has(words) && !startsWithCommand(words, paths),
    );
    expect(unknown).toEqual([]);
  });
});

function startsWithCommand(words: string, paths: ReadonlySet<string>): boolean {
  const [first = '', second = ''] = words.split(' ');
  return paths.has(`${first} ${second}`) || paths.has(first);
}

describe.each(['bash', 'zsh', 'fish'] as const)('the completion for %s', (shell) => {
  const script = completionFor(shell, sluiceTree(silent));

  it('lists every command and every long option', () => {
    for (const [path, each] of commands) {
      for (const word of path.split(' ')) expect(script).toContain(word);
      for (const { long } of each.options.filter(({ hidden }) => !hidden))
        expect(script).toContain(shell === 'fish' ? long!.slice(2) : long!);
    }
  });

  it('is a script that the shell can read', () => {
    if (!isInstalled(shell)) return;
    const folder = mkdtempSync(join(tmpdir(), 'sluice-test-completion-'));
    const file = join(folder, `sluice.${shell}`);
    writeFileSync(file, script);
    expect(() => execFileSync(shell, ['-n', file])).not.toThrow();
    rmSync(folder, { recursive: true });
  });
});

describe('the completion for bash', () => {
  it.each([
    ['sluice pri', 'prices'],
    ['sluice prices la', 'latest'],
    ['sluice prices latest --js', '--json'],
    ['sluice demo market --min', '--minutes'],
    ['sluice completion z', 'zsh'],
  ])('completes %j to %s', (typed, expected) => {
    const words = typed.split(' ');
    const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _sluice; echo "\${COMPREPLY[@]}"`;
    const script = `${completionFor('bash', sluiceTree(silent))}\n${ask}`;
    expect(execFileSync('bash', { input: script }).toString().trim()).toBe(expected);
  });
});

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
}
