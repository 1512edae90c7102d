import { existsSync } from 'node:fs';
import { makeCheckChain, type ComparedChain } from '../../../application/execution/settle/check-chain.js';
import { ok as chainHas } from '../../../domain/shared/result.js';
import { readRegistry } from '../../server/chain-access.js';
import { devnetJournalPath, hasDevnet, isInMemory, type Config } from '../../server/config.js';
import { databaseState, openDatabase } from '../../server/database.js';
import { foreignChainSentence } from '../../run/foreign-chain.js';
import { withNode } from './chain-checks.js';
import { fail, messageOf, ok, warn, type Check } from './check.js';

const NAME = 'history';
const REMEDY = 'start with a new database, or with the chain that this one belongs to';

/** A devnet that begins when the server starts, and therefore has no transactions. */
const NEW_DEVNET: ComparedChain = {
  transactionStatuses: async (txids) => chainHas(new Map(txids.map((txid) => [txid, { kind: 'unseen' }]))),
  indexHeight: async () => chainHas(1),
  blockAt: async () => chainHas(undefined),
};

/**
 * Checks whether the chain has the transactions that are mined according to the database. If it lacks one, a server on a devnet
 * refuses to start. Returns an empty list if another check fails, or if there is nothing to compare.
 */
export async function checkHistory(config: Config): Promise<readonly Check[]> {
  if (!config.roles.includes('executor') || !(await hasTables(config))) return [];
  const journal = hasDevnet(config) ? devnetJournalPath(config) : undefined;
  // The server's own devnet continues from its journal, so its history fits.
  if (journal !== undefined && existsSync(journal)) return [];
  try {
    const { stacksApiUrl } = config;
    return stacksApiUrl === undefined
      ? await compare(NEW_DEVNET, config)
      : await withNode(stacksApiUrl, config, (node) => compare(node, config));
  } catch (error) {
    return [warn(NAME, `could not be compared with the chain: ${messageOf(error)}`, 'see the other checks')];
  }
}

/** Whether the database has the tables of this release. Opening one of another release would change it. */
async function hasTables(config: Config): Promise<boolean> {
  if (isInMemory(config.databaseUrl)) return false;
  const state = await databaseState(config).catch(() => undefined);
  if (state === undefined || !state.exists || state.difference !== undefined) return false;
  return state.pending.length === 0 && state.tooNew === undefined;
}

async function compare(chain: ComparedChain, config: Config): Promise<readonly Check[]> {
  const registry = await readRegistry(config.network, config.registryPath);
  const storage = await openDatabase(config);
  try {
    const { orders, swaps } = storage.ports;
    const needs = { chain, orders, swaps, registry: { current: () => registry } };
    const checked = await makeCheckChain(needs, config)();
    if (!checked.ok) return [];
    if (checked.value === undefined) return [ok(NAME, 'nothing says that the database is of another chain')];
    const tell = config.network === 'devnet' ? fail : warn;
    return [tell(NAME, foreignChainSentence(checked.value), REMEDY)];
  } finally {
    await storage.close();
  }
}
