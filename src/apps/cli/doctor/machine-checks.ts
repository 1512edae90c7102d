import { createServer } from 'node:net';
import { once } from 'node:events';
import { ConfigError, type Config } from '../../server/config.js';
import { isSluice } from '../../server/is-sluice.js';
import { requirePackages } from '../../server/needed-packages.js';
import { fail, ok, warn, type Check } from './check.js';

/** Checks that the packages that only some settings need are installed. */
export function checkPackages(config: Config): readonly Check[] {
  try {
    requirePackages(config);
    return [ok('packages', 'all that the settings need are installed')];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [found = '', remedy = ''] = error.message.split(': ');
    return [fail('packages', found, remedy)];
  }
}

/**
 * Checks whether the server can listen where the settings say.
 *
 * @param isRunning whether a Sluice server that already listens there may be one with these settings.
 */
export function checkPorts(
  { host, port, metricsAddress }: Config,
  isRunning: boolean,
): Promise<readonly Check[]> {
  const check = makePortCheck(isRunning);
  return Promise.all([
    check('PORT', { host, port }),
    ...(metricsAddress === undefined ? [] : [check('SLUICE_METRICS_ADDR', metricsAddress)]),
  ]);
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const makePortCheck =
  (isRunning: boolean) =>
  async (setting: string, { host, port }: ListenAddress): Promise<Check> => {
    if (port === 0) return ok('port', 'a free one is picked');
    const where = `${host}:${port}`;
    const problem = await listenProblem({ host, port });
    if (problem === undefined) return ok('port', `${where} is free`);
    if (problem !== 'EADDRINUSE')
      return fail('port', `${where} cannot be used: ${problem}`, `name another one with ${setting}`);
    const remedy = `stop it, or name another port with ${setting}`;
    if (!(await isSluice({ host, port }))) return fail('port', `another program uses ${where}`, remedy);
    return isRunning
      ? warn('port', `the server runs at ${where}`, 'stop it before another one starts')
      : fail('port', `a server on another database uses ${where}`, remedy);
  };

/** Error code of an attempt to listen at the address; undefined if it succeeds. */
async function listenProblem({ host, port }: ListenAddress): Promise<string | undefined> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, host);
    await listening;
    return undefined;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    server.close();
  }
}
