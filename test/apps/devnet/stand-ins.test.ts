import { describe, expect, it } from '@jest/globals';
import { devnetGenesis, mainnetGenesis } from '../../../src/apps/devnet/genesis/genesis.js';
import { builtInRegistry } from '../../../src/adapters/stacks/index.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { contractParts, STX } from '../../../src/domain/shared/contract-id.js';
import { isRoutable } from '../../../src/domain/vault/kinds.js';
import { contractOfAsset, type Vault } from '../../../src/domain/vault/vault.js';

const mainnet = builtInRegistry('mainnet');

/** Every contract that the registry names. */
function namedBy({ wstx, sbtc, verifier, routers, tokens, vaults }: Registry): Set<string> {
  return new Set<string>([
    wstx,
    sbtc,
    verifier.v1,
    verifier.v2,
    ...routers.map(({ id }) => id),
    ...tokens.map(({ contractId }) => contractId).filter((id) => id !== STX),
    ...vaults.flatMap(({ contractId, externalPoolId = contractId, stxWrapper }) => [
      contractId,
      externalPoolId,
      ...(stxWrapper === undefined ? [] : [contractOfAsset(stxWrapper)]),
    ]),
  ]);
}

const CODE_ONLY = /;;.*$/gm;

describe("a genesis in mainnet's dress", () => {
  const { contracts, registry, accounts } = mainnetGenesis(mainnet);

  it('has one contract under every id that the registry names, and others of its own deployer only', () => {
    const ids = contracts.map(({ id }) => id as string);
    expect(new Set(ids).size).toBe(ids.length);
    const named = namedBy(mainnet);
    expect(ids).toEqual(expect.arrayContaining([...named]));
    const others = ids.filter((id) => !named.has(id));
    for (const id of others) expect(id).toContain(`${accounts.deployer.address}.`);
  });

  it('deploys each contract after those that it calls', () => {
    const deployed = new Set<string>();
    for (const { id, source } of contracts) {
      const { address } = contractParts(id);
      const code = source.replaceAll(CODE_ONLY, '');
      const called = [...code.matchAll(/contract-call\? (?:'(S[0-9A-Z]+\.[\w-]+)|\.([\w-]+))/g)].map(
        ([, full, own]) => full ?? `${address}.${own}`,
      );
      for (const callee of called) expect([id, callee, deployed.has(callee)]).toEqual([id, callee, true]);
      deployed.add(id);
    }
  });

  it('makes every vault of its registry routable and changes nothing else of the one that it was given', () => {
    expect(registry.vaults.every(isRoutable)).toBe(true);
    const { vaults, ...rest } = registry;
    expect({ ...rest, vaults: mainnet.vaults }).toEqual(mainnet);
    const known = (vault: Vault) => vault.kind !== 'external' && vault.feePpm !== undefined;
    expect(vaults.filter((_, i) => known(mainnet.vaults[i]!))).toEqual(mainnet.vaults.filter(known));
  });

  it('is another one for every change of the registry, and never the one of the devnet', () => {
    const [first, ...others] = mainnet.vaults;
    const changed = { ...mainnet, vaults: [{ ...first!, feePpm: 101 }, ...others] };
    const hashes = [
      mainnetGenesis(mainnet),
      mainnetGenesis(mainnet),
      mainnetGenesis(changed),
      devnetGenesis(),
    ];
    const [once, again, other, devnet] = hashes.map(({ hash }) => hash);
    expect(again).toBe(once);
    expect(new Set([once, other, devnet]).size).toBe(3);
  });

  it('replaces a vault whose maths no source tells, whatever exchange it is of', () => {
    const [first, ...others] = mainnet.vaults;
    const unknown: Vault = { ...first!, kind: 'external', protocol: 'NEW' };
    const genesis = mainnetGenesis({ ...mainnet, vaults: [unknown, ...others] });
    expect(genesis.registry.vaults[0]).toMatchObject({ kind: 'bitflow-xyk', feePpm: 2_000 });
    expect(genesis.contracts.map(({ id }) => id)).toContain(first!.contractId);
  });
});
