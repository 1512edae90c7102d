import { describe, expect, it } from '@jest/globals';
import { devnetRegistry } from '../../../src/apps/devnet/genesis/devnet-registry.js';
import { createRegistry } from '../../../src/adapters/stacks/index.js';
import { rehearseRouter } from '../../../src/application/registry/rehearse-router.js';
import { rehearseVault } from '../../../src/application/registry/rehearse-vault.js';
import { inOneEach, type Finding } from '../../../src/domain/registry/finding.js';
import { contractParts, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { HopQuote } from '../../../src/domain/vault/vault.js';
import type { ChainUnreachable, TrialChain, TrialFailed, TrialOrder } from '../../../src/ports/index.js';

const registry = unwrap(createRegistry(devnetRegistry(), 'devnet'));
const at = (name: string) => `${contractParts(registry.wstx).address}.${name}` as ContractId;
const vault = (name: string) => registry.vaults.find(({ contractId }) => contractId === at(name))!;
const router = (payout: 'signer' | 'any') => registry.routers.find((each) => each.payout === payout)!;

const REFUSED: TrialFailed = { kind: 'refused', reason: 'abort_by_response: (err u1001)' };
const UNTRIED: TrialFailed = { kind: 'untried', reason: 'opal cannot be given out' };
const SILENT: ChainUnreachable = { kind: 'chain-unreachable', reason: 'status 503' };

/** A chain on which every order pays what was expected, but for what is replaced. */
function trialsOf(replaced: Partial<TrialChain> = {}) {
  const orders: TrialOrder[] = [];
  const trials: TrialChain = {
    wallet: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
    order: async (order) => ok(order.hop.amountOut),
    swap: async () => err(REFUSED),
    ...replaced,
  };
  return {
    orders,
    trials: {
      ...trials,
      order: (order: TrialOrder) => {
        orders.push(order);
        return trials.order(order);
      },
    },
  };
}

/** Vaults that quote half the amount, from `least` on. */
const liquidityOf = (quote: (amountIn: bigint) => HopQuote | undefined) => ({
  quoteHops: async (hops: readonly { readonly amountIn: bigint }[]) =>
    ok(hops.map(({ amountIn }) => quote(amountIn))),
  readReserves: async () => ok(new Map()),
});
const half = liquidityOf((amountIn) => ({ dx: amountIn, dy: amountIn / 2n }));

const said = (findings: readonly Finding[]) =>
  findings.map(({ kind, field, chain }) => `${kind} ${field}: ${chain}`);

const paid = registry.tokens.find(({ blaze }) => blaze === 'v1')!;
const payments = [{ router: router('signer'), paid }];

describe('a rehearsed vault', () => {
  const quoted = vault('alex-stx-onyx');
  const rehearse = (trials: TrialChain, liquidity = half, by = payments) =>
    rehearseVault(quoted, registry, { trials, liquidity }, by);

  it('is swapped through in both directions with the smallest amount that gives a clear output', async () => {
    const { trials, orders } = trialsOf();
    expect(await rehearse(trials)).toEqual([]);
    expect(orders.map(({ hop }) => [hop.tokenIn, hop.tokenOut, hop.opcode, hop.amountIn])).toEqual([
      [quoted.tokenA, quoted.tokenB, 0, 100_000n],
      [quoted.tokenB, quoted.tokenA, 1, 100_000n],
    ]);
  });

  it('is swapped through with any amount that gives something, if none gives much', async () => {
    const { trials, orders } = trialsOf();
    const coarse = liquidityOf((dx) => ({ dx, dy: dx >= 10n ** 12n ? 3n : 0n }));
    expect(await rehearse(trials, coarse)).toEqual([]);
    expect(orders.map(({ hop }) => hop.amountIn)).toEqual([10n ** 12n, 10n ** 12n]);
  });

  it.each<[string, Partial<TrialChain>, string]>([
    ['refuses swaps by itself, as a paused one does', { order: async () => err(REFUSED) }, REFUSED.reason],
    ['cannot be paid', { order: async () => err(UNTRIED) }, UNTRIED.reason],
    ['cannot be reached', { order: async () => err(SILENT) }, SILENT.reason],
  ])('a rehearsed vault that %s cannot be compared in either direction', async (_what, replaced, reason) => {
    const found = await rehearse(trialsOf(replaced).trials);
    expect(said(found)).toEqual([`unread swap: ${reason}`, `unread swap: ${reason}`]);
  });

  it('cannot be compared when it quotes nothing, or no router takes an order', async () => {
    const { trials, orders } = trialsOf();
    const nothing = 'unread swap: it quotes nothing for any amount';
    expect(
      said(
        await rehearse(
          trials,
          liquidityOf(() => undefined),
        ),
      ),
    ).toEqual([nothing, nothing]);
    expect(said(await rehearse(trials, half, []))).toEqual([
      'unread swap: no router takes one to try it with',
    ]);
    expect(orders).toEqual([]);
  });

  it('disagrees when it pays another amount, of which one more unit is usual', async () => {
    const paying = (more: bigint) =>
      trialsOf({ order: async ({ hop }) => ok(toUnits(hop.amountOut + more)) }).trials;
    expect(await rehearse(paying(1n))).toEqual([]);
    expect(said(await rehearse(paying(-1n)))).toEqual(['disagrees swap: 49999', 'disagrees swap: 49999']);
    const sublink = () =>
      rehearseVault(vault('opal-sublink'), registry, { trials: paying(1n), liquidity: half }, payments);
    expect(said(await sublink())).toContain('disagrees feePpm: 100001');
  });

  it('disagrees when an order aborts although the vault moves what its entry says', async () => {
    const moved = [
      {
        sender: trialsOf().trials.wallet,
        recipient: quoted.externalPoolId!,
        asset: 'stx' as const,
        amount: 100_000n,
      },
      {
        sender: quoted.externalPoolId!,
        recipient: trialsOf().trials.wallet,
        asset: `${quoted.tokenB}::onyx` as const,
        amount: 50_000n,
      },
    ];
    const order = async () => err({ kind: 'refused' as const, reason: 'abort_by_post_condition' });
    const [first] = await rehearse(trialsOf({ order, swap: async () => ok(moved) }).trials);
    expect(first).toMatchObject({ kind: 'disagrees', field: 'swap', chain: 'abort_by_post_condition' });
  });
});

describe('a rehearsed router', () => {
  const others = (refusal: TrialFailed | ChainUnreachable | undefined) =>
    trialsOf({
      order: async ({ hop, toAnother }) =>
        toAnother === true && refusal !== undefined ? err(refusal) : ok(hop.amountOut),
    }).trials;

  it.each([
    ['signer', REFUSED, []],
    ['signer', undefined, ['disagrees payout: any: it paid another']],
    ['any', undefined, []],
    ['any', REFUSED, [`disagrees payout: signer: ${REFUSED.reason}`]],
    ['signer', SILENT, ['unread payout: status 503']],
    ['any', UNTRIED, [`unread payout: ${UNTRIED.reason}`]],
  ] as const)(
    'a rehearsed router that pays %s, and answers another recipient with %j, shows %j',
    async (payout, refusal, expected) => {
      const { findings, taken } = await rehearseRouter(router(payout), registry, others(refusal));
      expect(said(findings)).toEqual(expected);
      expect(taken.map(({ paid: copy }) => copy.blaze)).toEqual(router(payout).blaze);
    },
  );

  it('cannot be compared in a domain in which it accepts no order', async () => {
    const order: TrialChain['order'] = async ({ hop, paid: copy }) =>
      registry.tokens.find(({ contractId }) => contractId === copy)?.blaze === 'v1'
        ? err(REFUSED)
        : ok(hop.amountOut);
    const both = registry.routers.find(({ blaze }) => blaze.length === 2)!;
    const { findings, taken } = await rehearseRouter(both, registry, trialsOf({ order }).trials);
    expect(said(findings)).toContain(`unread swap: ${REFUSED.reason}`);
    expect(taken.map(({ paid: copy }) => copy.blaze)).toEqual(['v2']);
  });
});

describe('inOneEach', () => {
  const finding = (kind: Finding['kind'], field: string, chain = ''): Finding => ({
    kind,
    list: 'vaults',
    entry: at('vault'),
    field,
    registry: '',
    chain,
  });

  it('keeps the first finding of a field, and drops swaps that another finding explains', () => {
    const [fee, again] = [finding('disagrees', 'feePpm', '1'), finding('disagrees', 'feePpm', '2')];
    const [untried, failed] = [finding('unread', 'swap'), finding('disagrees', 'swap')];
    expect(inOneEach([fee, again, untried])).toEqual([fee]);
    expect(inOneEach([untried, untried])).toEqual([untried]);
    expect(inOneEach([fee, failed])).toEqual([fee, failed]);
    expect(inOneEach([{ ...fee, entry: at('other') }, untried])).toHaveLength(2);
  });
});
