import { fileURLToPath } from 'node:url';
import { Chain } from '../chain/chain.js';
import { devnetGenesis, genesisOrigin, type Genesis } from '../genesis/genesis.js';
import { KEEPS_NOTHING } from '../chain/journal.js';
import { readSnapshot, writeSnapshot, type SavedSnapshot } from '../chain/snapshot-file.js';
import { loadSdk } from '../vm/sdk.js';
import { Vm } from '../vm/vm.js';
import { DEVNET_FOLDER } from '../genesis/folder.js';

/** Path of the saved genesis, next to the compiled devnet. The file may be absent. */
const PATH = fileURLToPath(new URL('genesis.snapshot', DEVNET_FOLDER));

/** Brotli quality. The file is written once and read at each start: it is a third smaller than a chain's snapshot, and as quick to read. */
const QUALITY = 9;

/**
 * Applies the devnet's genesis, which is the same on every machine, and saves it next to the compiled devnet, so that a start need
 * not execute it. Part of the build.
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

/** Reads the genesis saved by the build. Undefined if it is missing, damaged, or of another genesis: then the genesis must be applied. */
export async function readBuiltGenesis(
  genesis: Pick<Genesis, 'dress' | 'hash'>,
  path = PATH,
): Promise<SavedSnapshot | undefined> {
  const read = await readSnapshot(path, genesis);
  return read?.ok === true ? read.value : undefined;
}
