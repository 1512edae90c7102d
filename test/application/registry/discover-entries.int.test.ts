import { describe, expect, it } from '@jest/globals';
import { createRegistry } from '../../../src/adapters/stacks/index.js';
import {
  discoverEntries,
  type DiscoveryRequest,
} from '../../../src/application/registry/discover-entries.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { contractParts, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { safetyLetters } from '../../../src/domain/token-safety/token-safety.js';
import { err, unwrap } from '../../../src/domain/shared/result.js';
import type { Vault } from '../../../src/domain/vault/vault.js';
import { useDevnetRegistry, type DevnetRegistry } from './devnet-registry.js';

let honest: Registry;
let needs: DevnetRegistry['needs'];
let devnet: DevnetRegistry['devnet'];
useDevnetRegistry((started) => void ({ honest, needs, devnet } = started));

const at = (name: string) => `${contractParts(honest.wstx).address}.${name}` as ContractId;
const discover = async (registry: Registry, request: Partial<DiscoveryRequest>) =>
  unwrap(await discoverEntries(registry, needs, { contracts: [], traits: [], limit: 1_000, ...request }));
/** The facts of an entry; names and notes are the operator’s. */
const facts = ({ contractId, kind, tokenA, tokenB, feePpm }: Partial<Vault>) => ({
  contractId,
  kind,
  tokenA,
  tokenB,
  feePpm,
});
type Identified = { readonly contractId: ContractId | undefined };
const byId = (a: Identified, b: Identified) => String(a.contractId).localeCompare(String(b.contractId));
const only = (...tokens: string[]): Registry => ({
  ...honest,
  vaults: [],
  tokens: honest.tokens.filter(({ contractId }) => tokens.includes(contractId)),
});

/** The exchange's own vaults: what other exchanges' wrappers are, their contracts do not tell. */
const isOwn = ({ kind }: Partial<Vault>) => kind === 'pool' || kind === 'sublink';

/** Contracts that quote half of what they give. */
const halved = (): DevnetRegistry['needs']['liquidity'] => ({
  ...needs.liquidity,
  async quoteHops(hops) {
    const quotes = await needs.liquidity.quoteHops(hops);
    if (!quotes.ok) return quotes;
    return { ok: true, value: quotes.value.map((quote) => quote && { ...quote, dy: quote.dy / 2n }) };
  },
});

describe('discoverEntries on the devnet', () => {
  it('tells who may do what with each proposed token, from the sources on the chain', async () => {
    const { safety } = await discover({ ...honest, tokens: [], vaults: [] }, { traits: ['token'] });
    const letters = (name: string) => safetyLetters(safety.get(at(name))!);
    const { address } = contractParts(honest.wstx);
    expect(safety.get(at('moth'))!.mint).toEqual({ who: 'owner', by: [address], functions: ['mint'] });
    expect(letters('moth')).toBe('onnn');
    // A copy keeps its balances in a map, and takes its description from its base.
    const copy = honest.tokens.find(({ type }) => type === 'SUBNET')!;
    expect(safetyLetters(safety.get(copy.contractId)!)).toBe('uuuc');
  });

  it('proposes nothing while the registry lists every vault and token', async () => {
    expect(await discover(honest, { traits: ['vault', 'token'] })).toMatchObject({
      tokens: [],
      vaults: [],
      neither: [],
    });
  });

  it('proposes every vault of the chain by its trait, the exchange’s own exactly as the registry has them', async () => {
    const { seen, vaults, tokens } = await discover({ ...honest, vaults: [] }, { traits: ['vault'] });
    expect(seen).toBe(honest.vaults.length);
    expect(tokens).toEqual([]);
    const own = vaults.filter(({ entry }) => isOwn(entry));
    expect(own.flatMap(({ missing }) => missing)).toEqual([]);
    expect(own.map(({ entry }) => facts(entry)).sort(byId)).toEqual(
      honest.vaults.filter(isOwn).map(facts).sort(byId),
    );
  });

  /** What a wrapper's entry must have. What VELAR forwards is its kind's. */
  const wrapperFacts = ({
    externalPoolId,
    protocol,
    stxWrapper,
    protocolFeePpm,
    ...vault
  }: Partial<Vault>) => ({
    ...facts(vault),
    ...{ externalPoolId, protocol, stxWrapper, protocolFeePpm },
  });
  const wrappers = () => honest.vaults.filter(({ externalPoolId }) => externalPoolId !== undefined);

  it('names kind, tokens, fees and holder of wrappers of other exchanges’ pools', async () => {
    // A pool that holds the same of both tokens does not tell their order.
    const swap = { vault: at('stableswap-dime-dollar'), opcode: 0, amount: '1000000' };
    await fetch(`${devnet.controlUrl}/swap`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(swap),
    });
    for (const wrapper of wrappers().filter(({ kind }) => kind !== 'fee-out-pool')) {
      // Another pair tells which contract is Arkadiko's wrapped STX.
      const others = wrapper.kind === 'arkadiko' ? [{ ...wrapper, contractId: at('another-pair') }] : [];
      const { vaults } = await discover({ ...honest, vaults: others }, { contracts: [wrapper.contractId] });
      const isQuoted = ['bitflow-stableswap', 'bitflow-dlmm', 'alex'].includes(wrapper.kind);
      const { feePpm: _quoted, ...quoted } = wrapper;
      expect(vaults.map(({ entry }) => wrapperFacts(entry))).toEqual([
        wrapperFacts(isQuoted ? quoted : wrapper),
      ]);
      expect(vaults.flatMap(({ missing }) => missing)).toEqual([]);
    }
  });

  it('says why no more can be told about what a wrapper wraps', async () => {
    const named = (kind: string) => wrappers().find((vault) => vault.kind === kind)!.contractId;
    const contracts = [named('arkadiko'), named('fee-out-pool')];
    const { vaults, tokens } = await discover({ ...honest, vaults: [] }, { contracts });
    expect(vaults.map(({ entry, missing }) => [entry.kind, missing])).toEqual([
      ['external', ['tokenA', 'tokenB']],
      ['external', ['tokenA', 'tokenB']],
    ]);
    expect(vaults.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/arkadiko pool, and nothing tells which token .*\.wrapped-stx is$/),
      expect.stringContaining('asks no pool of another exchange'),
    ]);
    expect(tokens).toEqual([]);
  });

  it('names no kind when the wrapper’s quotes are not those of the pool that it asks', async () => {
    for (const kind of ['velar', 'bitflow-xyk']) {
      const { contractId } = wrappers().find((vault) => vault.kind === kind)!;
      const request = { contracts: [contractId], traits: [], limit: 1 };
      const { vaults } = unwrap(
        await discoverEntries({ ...honest, vaults: [] }, { ...needs, liquidity: halved() }, request),
      );
      expect(vaults).toMatchObject([
        { entry: { kind: 'external' }, reason: `its quotes are not those of a ${kind} pool` },
      ]);
    }
  });

  it('proposes the tokens of new vaults too, subnet copies with their base and verifier', async () => {
    const { tokens, vaults } = await discover(only('.stx'), { traits: ['vault'] });
    const own = vaults.filter(({ entry }) => isOwn(entry));
    expect(own).toHaveLength(honest.vaults.filter(isOwn).length);
    expect([...tokens, ...own].flatMap(({ missing }) => missing)).toEqual([]);
    const traded = new Set(own.flatMap(({ entry: { tokenA, tokenB } }) => [tokenA, tokenB]));
    const listed = honest.tokens.filter(({ contractId }) => contractId !== '.stx' && traded.has(contractId));
    const proposed = new Map(tokens.map(({ entry }) => [entry.contractId, entry]));
    for (const { name: _name, description: _text, image: _logo, ...token } of listed)
      expect(proposed.get(token.contractId)).toMatchObject(token);
  });

  it('proposes entries that a registry file takes as they are', async () => {
    const { tokens, vaults } = await discover(only('.stx'), { traits: ['vault', 'token'] });
    const document = {
      ...honest,
      tokens: [...only('.stx').tokens, ...tokens.map(({ entry }) => entry)],
      vaults: vaults.map(({ entry }) => entry).filter(isOwn),
    };
    expect(createRegistry(JSON.parse(JSON.stringify(document)), 'devnet')).toMatchObject({ ok: true });
  });

  it('looks at named contracts alone, and says what is neither vault nor token', async () => {
    const contracts = [at('opal-dollar'), at('traits'), at('nothing')];
    const { seen, vaults, neither } = await discover({ ...honest, vaults: [] }, { contracts });
    expect(seen).toBe(3);
    expect(vaults.map(({ entry }) => entry.contractId)).toEqual([at('opal-dollar')]);
    expect(neither).toEqual([
      { contractId: at('traits'), reason: 'neither a vault nor a token' },
      { contractId: at('nothing'), reason: 'no such contract' },
    ]);
  });

  it('never proposes what the registry blocks', async () => {
    const registry = { ...honest, vaults: [], blocked: [at('opal-dollar')] };
    const { vaults } = await discover(registry, { contracts: [at('opal-dollar')] });
    expect(vaults).toEqual([]);
  });

  it('leaves the tokens of a vault open when its quotes do not fit what it holds', async () => {
    const liquidity = halved();
    const request = { contracts: [at('opal-dollar')], traits: [], limit: 1 };
    const { vaults } = unwrap(
      await discoverEntries({ ...honest, vaults: [] }, { ...needs, liquidity }, request),
    );
    expect(vaults).toEqual([
      {
        entry: expect.objectContaining({ contractId: at('opal-dollar'), kind: 'external' }),
        missing: ['tokenA', 'tokenB'],
        refersTo: expect.arrayContaining([at('opal'), at('dollar')]),
        reason: expect.stringContaining('not those of one pool of what it holds'),
      },
    ]);
  });

  it('stops at the limit, the newest contracts first', async () => {
    const { seen } = await discover({ ...honest, vaults: [] }, { traits: ['vault'], limit: 3 });
    expect(seen).toBe(3);
  });

  it('proposes nothing at all when the chain cannot be reached on the way', async () => {
    const cut = err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    const contracts = { ...needs.contracts, holding: async () => cut };
    const request = { contracts: [at('opal-dollar')], traits: [], limit: 1 };
    expect(await discoverEntries({ ...honest, vaults: [] }, { ...needs, contracts }, request)).toEqual(cut);
  });
});
