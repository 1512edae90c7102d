import pc from 'picocolors';
import { ConfigError, readConfig, type Config, type Environment } from '../../process/config.js';
import { printResult, type JsonOption } from '../result.js';
import { checkNode, checkOperator, checkRegistry } from './chain-checks.js';
import { fail, ok, warn, type Check } from './check.js';
import { checkDatabase } from './database-check.js';
import { checkFolders, checkNodeVersion, checkPackages, checkPorts } from './machine-checks.js';

export type DoctorOptions = JsonOption;

/** Checks everything that the settings name, and changes nothing. Returns the exit code: 1 when a check fails. */
export async function doctor(options: DoctorOptions): Promise<number> {
  const checks = await checksOf(process.env);
  const failed = checks.filter(({ status }) => status === 'fail').length;
  printResult({ ok: failed === 0, checks }, options, () => [
    ...checks.flatMap(linesOf),
    failed === 0 ? 'nothing fails' : `${failed} ${failed === 1 ? 'check fails' : 'checks fail'}`,
  ]);
  return failed === 0 ? 0 : 1;
}

async function checksOf(env: Environment): Promise<readonly Check[]> {
  const version = checkNodeVersion();
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Several problems have a title.
    const [first = '', ...others] = error.message.split('\n');
    const problems = others.length > 0 ? others : [first];
    return [
      version,
      ...problems.map((problem) => fail('settings', problem.trim(), 'correct the variable')),
      warn('the rest', 'was not checked', 'run sluice doctor again once the settings are usable'),
    ];
  }
  const others = await Promise.all([
    checkFolders(config),
    checkDatabase(config),
    checkPorts(config),
    checkRegistry(config),
    checkNode(config),
    checkOperator(config),
  ]);
  const settings = ok('settings', `usable, for ${config.network}`);
  return [version, settings, ...checkPackages(config), ...others.flat()];
}

function linesOf({ name, status, found, remedy }: Check): readonly string[] {
  const colour = pc.createColors(process.stdout.isTTY === true);
  const painted = { ok: colour.green, warn: colour.yellow, fail: colour.red }[status];
  const line = `${painted(status.padEnd(4))}  ${name.padEnd(11)} ${found}`;
  return remedy === undefined ? [line] : [line, `${' '.repeat(18)}→ ${remedy}`];
}
