/**
 * A process has one VM.
 * @own-modules
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBuiltGenesis, writeBuiltGenesis } from '../../../src/apps/devnet/start/built-genesis.js';
import { Chain } from '../../../src/apps/devnet/chain/chain.js';
import { devnetGenesis, genesisOrigin, type Genesis } from '../../../src/apps/devnet/genesis/genesis.js';
import { KEEPS_NOTHING } from '../../../src/apps/devnet/chain/journal.js';
import { openChain, type OpenChain } from '../../../src/apps/devnet/start/open-chain.js';
import { loadSdk } from '../../../src/apps/devnet/vm/sdk.js';
import { Vm } from '../../../src/apps/devnet/vm/vm.js';

/** Opens the compiled devnet's own genesis in another process, where it must not be applied. */
const OPENS = `
  import { readBuiltGenesis } from './dist/apps/devnet/start/built-genesis.js';
  import { devnetGenesis } from './dist/apps/devnet/genesis/genesis.js';
  import { openChain } from './dist/apps/devnet/start/open-chain.js';
  import { loadSdk } from './dist/apps/devnet/vm/sdk.js';
  const genesis = { ...devnetGenesis(), apply() { throw new Error('applied'); } };
  const { chain } = await openChain(genesis, undefined, {}, { sdk: loadSdk(), built: readBuiltGenesis(genesis) });
  console.log(chain.tip().height);
`;

const genesis = devnetGenesis();
const observer = {
  onStart: () => undefined,
  report: (cause: unknown) => {
    throw cause as Error;
  },
};

let folder: string;
let built: string;
const sdk = loadSdk();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-built-genesis-'));
  built = join(folder, 'genesis.snapshot');
  await writeBuiltGenesis(built, sdk);
});
afterAll(() => rm(folder, { recursive: true }));

const open = (wanted: Genesis = genesis, path = built): Promise<OpenChain> =>
  openChain(wanted, undefined, observer, { sdk, built: readBuiltGenesis(genesis, path) });

/** Everything that callers can read of a chain. */
function viewOf(chain: Chain) {
  const { accounts, registry, contracts } = genesis;
  const everyone = [...accounts.wallets, accounts.operator, accounts.deployer, accounts.whale];
  const tokens = registry.tokens.flatMap(({ contractId }) =>
    contractId.includes('.') && contractId !== '.stx' ? [contractId] : [],
  );
  return {
    tip: chain.tip(),
    stx: everyone.map((each) => chain.stxBalance(each.address)),
    balances: tokens.map((token) => everyone.map((each) => chain.balance(token, each.address))),
    interfaces: contracts.map(({ id }) => chain.interfaceOf(id)),
    height: chain.vm.height(),
  };
}

describe('the genesis that the build saves', () => {
  it('is loaded in place of executing the genesis, and is the same chain', async () => {
    const mustNotRun = (): never => {
      throw new Error('the genesis was applied');
    };
    const { chain: loaded } = await open({ ...genesis, apply: mustNotRun });
    const seen = viewOf(loaded);
    loaded.mine(1_000_000);
    loaded.mine(2_000_000);
    loaded.orphan(2, false);
    expect(viewOf(loaded)).toEqual(seen);

    const vm = await Vm.start({ network: 'devnet', sdk });
    const applied = Chain.begin({ vm, journal: KEEPS_NOTHING, genesis, origin: genesisOrigin(vm) });
    const { tip, ...rest } = viewOf(applied);
    // An orphaned block has another hash than the one that replaces it.
    expect({ tip: { ...tip, hash: seen.tip.hash }, ...rest }).toEqual(seen);
  });

  it('fits another process that runs the compiled devnet', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', OPENS]);
    expect(stdout).toBe('1\n');
  });

  it.each([
    ['is missing', async () => join(folder, 'none')],
    [
      'is damaged',
      async () => {
        const path = join(folder, 'damaged');
        await copyFile(built, path);
        await truncate(path, (await readFile(built)).length - 1);
        return path;
      },
    ],
  ])('is not used when it %s: the genesis is applied', async (_case, pathOf) => {
    let applied = 0;
    const counting = { ...genesis, apply: (vm: Vm) => void ((applied += 1), genesis.apply(vm)) };
    await open(counting, await pathOf());
    expect(applied).toBe(1);
  });

  it('is not used for a genesis of other contracts', async () => {
    let applied = 0;
    const other = { ...genesis, hash: 'another', apply: () => void (applied += 1) };
    await open(other);
    expect(applied).toBe(1);
    expect(await readBuiltGenesis(other, built)).toBeUndefined();
  });
});
