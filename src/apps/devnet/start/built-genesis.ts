import { fileURLToPath } from 'node:url';
import { Chain } from '../chain/chain.js';
import { devnetGenesis, genesisOrigin, type Genesis } from '../genesis/genesis.js';
import { KEEPS_NOTHING } from '../chain/journal.js';
import { readSnapshot, writeSnapshot, type SavedSnapshot } from '../chain/snapshot-file.js';
import { loadSdk, Vm } from '../vm/vm.js';
import { DEVNET_FOLDER } from '../genesis/folder.js';

/** Beside the compiled devnet, or nowhere. */
const PATH = fileURLToPath(new URL('genesis.snapshot', DEVNET_FOLDER));

/** Written once and read at each start: a third smaller than at the quality of a chain's snapshots, and as quick to read. */
const QUALITY = 9;

/**
 * Applies the devnet's genesis, which is the same on every machine, and saves it beside the compiled devnet: a start that loads
 * it does not execute the genesis. The build runs this.
 */
export async function writeBuiltGenesis(path = PATH, sdk = loadSdk()): Promise<void> {
  const genesis = devnetGenesis();
  const vm = await Vm.start({ network: genesis.dress, sdk });
  const chain = Chain.begin({ vm, journal: KEEPS_NOTHING, genesis, origin: genesisOrigin(vm) });
  const image = vm.image();
  if (image === undefined) throw new Error('the VM holds what only this process has after the genesis');
  const snapshot = { position: KEEPS_NOTHING.position(), image, state: chain.state() };
  await writeSnapshot(path, { vm: vm.fingerprint, genesis }, snapshot, QUALITY);
}

/**
 * Reads what the build saved of this genesis. Undefined if there is nothing, or what is there is damaged or of another
 * genesis: it must be applied then.
 */
export async function readBuiltGenesis(
  genesis: Pick<Genesis, 'dress' | 'hash'>,
  path = PATH,
): Promise<SavedSnapshot | undefined> {
  const read = await readSnapshot(path, genesis);
  return read?.ok === true ? read.value : undefined;
}
