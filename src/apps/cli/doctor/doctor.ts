import pc from 'picocolors';
import { ConfigError, readConfig, sqliteFileOf, type Config, type Environment } from '../../server/config.js';
import { environment } from '../../server/environment.js';
import { printResult, type JsonOption } from '../result.js';
import { checkNode, checkOperator, checkRegistry } from './chain-checks.js';
import { fail, ok, warn, type Check } from './check.js';
import { checkDatabase, checkReplicas, holderOf } from './database-check.js';
import { checkFolders } from './folder-checks.js';
import { checkHistory } from './history-check.js';
import { checkPackages, checkPorts } from './machine-checks.js';
import type { TradeOptions } from './trade.js';

export interface DoctorOptions extends JsonOption, Partial<TradeOptions> {
  /** Whether to place an order in place of the checks; the terms are then given. */
  readonly trade?: boolean;
}

/** Checks everything that the settings name, and changes nothing. Returns the exit code: 1 if a check fails. */
export async function doctor(options: DoctorOptions): Promise<number> {
  if (options.trade === true) return (await import('./trade.js')).tradeOnce(options as TradeOptions);
  const checks = await checksOf(environment());
  const failed = countOf('fail', checks);
  const warnings = countOf('warn', checks);
  printResult({ ok: failed === 0, checks }, options, () => [
    ...checks.flatMap(linesOf),
    (failed === 0 ? 'nothing fails' : `${failed} ${failed === 1 ? 'check fails' : 'checks fail'}`) +
      (warnings === 0 ? '' : `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`),
  ]);
  return failed === 0 ? 0 : 1;
}

async function checksOf(env: Environment): Promise<readonly Check[]> {
  const version = ok('Node.js', process.version);
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [version, ...problemsOf(error), ...(await checksWithoutSettings(env))];
  }
  const settings = ok('settings', `usable, for ${config.network}`);
  const holder = holderOf(config);
  // Postgres and in-memory databases have no lock file, so their holder is unknown.
  const hasFile = sqliteFileOf(config.databaseUrl) !== undefined;
  const isHeld = (await holder.catch(() => undefined)) !== undefined;
  const ports = await checkPorts(config, isHeld || !hasFile);
  const isRunning = ports.some(({ status }) => status === 'warn');
  const others = await Promise.all([
    checkFolders(config),
    checkDatabase(config, { holder, isRunning }),
    checkReplicas(config),
    checkRegistry(config),
    checkNode(config),
    checkHistory(config),
    checkOperator(config),
  ]);
  return [version, settings, ...checkPackages(config), ...ports, ...others.flat()];
}

function problemsOf({ message }: ConfigError): readonly Check[] {
  // The message about several problems has a title in its first line.
  const [first = '', ...others] = message.split('\n');
  const problems = others.length > 0 ? others : [first];
  return problems.map((problem) => fail('settings', problem.trim(), 'correct the variable'));
}

/** Runs the checks that depend on the database settings alone, if these are usable although others are not. */
async function checksWithoutSettings({
  DATABASE_URL,
  SLUICE_DB_SCHEMA,
}: Environment): Promise<readonly Check[]> {
  const again = 'run sluice doctor again once the settings are usable';
  let config: Config;
  try {
    config = readConfig({ DATABASE_URL, SLUICE_DB_SCHEMA });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [warn('the rest', 'was not checked', again)];
  }
  const hasFile = sqliteFileOf(config.databaseUrl) !== undefined;
  const holder = holderOf(config);
  return [
    ...(hasFile ? await checkFolders(config) : []),
    ...(await checkDatabase(config, { holder, isRunning: true })),
    warn('the rest', 'was not checked: packages, port, registry, node, operator', again),
  ];
}

const countOf = (wanted: Check['status'], checks: readonly Check[]): number =>
  checks.filter(({ status }) => status === wanted).length;

function linesOf({ name, status, found, remedy }: Check): readonly string[] {
  const colour = pc.createColors(process.stdout.isTTY === true && pc.isColorSupported);
  const painted = { ok: colour.green, warn: colour.yellow, fail: colour.red }[status];
  const line = `${painted(status.padEnd(4))}  ${name.padEnd(11)} ${found}`;
  return remedy === undefined ? [line] : [line, `${' '.repeat(18)}→ ${remedy}`];
}
