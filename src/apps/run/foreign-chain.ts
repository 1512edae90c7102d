import type { Core } from '../../application/core.js';
import type { ForeignChain } from '../../application/execution/settle/check-chain.js';
import type { Log } from './log.js';
import { StartError } from './start-error.js';

const REMEDY =
  'Orders that were sent on the other chain stay as they are, and new ones may never be mined: start with a new database, or with the ' +
  'chain that this one belongs to. A devnet is a new chain at each start unless it has a journal (journalPath)';

/** Returns the finding as a sentence without a final full stop. */
export const foreignChainSentence = ({ txid, recordedHeight, height }: ForeignChain): string =>
  `the database and the chain do not belong together: the swap ${txid} is recorded in block ${recordedHeight}, ` +
  `and the chain, which is at block ${height}, does not have it`;

/**
 * Reports a chain that lacks transactions that are mined according to the database: the database was kept, but not its chain.
 *
 * @throws StartError on a devnet. Elsewhere it is only logged, since a node that has lost its history looks the same.
 */
export async function refuseForeignChain(
  execution: Pick<Core['execution'], 'checkChain'>,
  { log, isDevnet }: { readonly log: Log; readonly isDevnet: boolean },
): Promise<void> {
  const checked = await execution.checkChain();
  if (!checked.ok || checked.value === undefined) return;
  const sentence = `${foreignChainSentence(checked.value)}. ${REMEDY}`;
  if (isDevnet) throw new StartError(sentence);
  log.error({ ...checked.value }, sentence);
}
