import type { Registry } from '../../domain/market/registry.js';
import { checkMovements, paidIn } from '../../domain/registry/check-movements.js';
import { Findings, type Finding } from '../../domain/registry/finding.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { isRoutable, quoteHop, rulesOf } from '../../domain/vault/kinds.js';
import type { HopQuote, Vault } from '../../domain/vault/vault.js';
import type { LiquiditySource, TrialChain } from '../../ports/index.js';
import { copyOf, type Payment } from './rehearse-router.js';
import { trialHop, type Direction } from './trial-hop.js';

interface Needs {
  readonly trials: TrialChain;
  readonly liquidity: Pick<LiquiditySource, 'quoteHops' | 'readReserves'>;
}

/**
 * Swaps through the vault in both directions. The order pays with a sublink's own copy or, for other vaults, with any copy that a
 * router accepts.
 */
export async function rehearseVault(
  vault: Vault,
  registry: Registry,
  needs: Needs,
  payments: readonly Payment[],
): Promise<readonly Finding[]> {
  const { all, unread } = new Findings('vaults', vault.contractId);
  const copy = copyOf(vault, registry);
  const found = payments.find(({ paid }) => copy === undefined || paid.blaze === copy.blaze);
  if (found === undefined) {
    unread('swap', 'tried as an order', 'no router takes one to try it with');
    return all;
  }
  const payment = { router: found.router, paid: copy ?? found.paid };
  for (const direction of [0, 1] as const)
    all.push(...(await rehearse(vault, direction, registry, needs, payment)));
  return all;
}

async function rehearse(
  vault: Vault,
  direction: Direction,
  registry: Registry,
  { trials, liquidity }: Needs,
  { router, paid }: Payment,
): Promise<readonly Finding[]> {
  const { all, disagrees, unread } = new Findings('vaults', vault.contractId);
  const quote = await smallestQuote(vault, direction, liquidity);
  const opcode = rulesOf(vault).opcodes[direction];
  if (!quote.ok) {
    unread('swap', `opcode ${opcode}`, quote.error.reason);
    return all;
  }
  const hop = trialHop(vault, direction, quote.value);
  const expected = hop.amountOut;
  const words = `${hop.amountIn} of ${hop.tokenIn} for ${expected} of ${hop.tokenOut}`;
  const compare = (amount: bigint) => {
    const { isQuoted } = rulesOf(hop.vault);
    // Some contracts pay a unit more than they quote.
    if (amount === expected || (isQuoted && amount === expected + 1n)) return;
    if (isQuoted) disagrees('swap', words, amount);
    else disagrees('feePpm', `${vault.feePpm}: ${words}`, amount);
  };

  const order = await trials.order({ registry, router, paid: paid.contractId, hop });
  if (order.ok) {
    compare(order.value);
    return all;
  }
  if (order.error.kind !== 'refused') {
    unread('swap', words, order.error.reason);
    return all;
  }
  const moved = await trials.swap(registry, hop);
  if (!moved.ok) {
    unread('swap', words, moved.error.reason);
    return all;
  }
  const swap = { hop, wallet: trials.wallet, moved: moved.value };
  all.push(...checkMovements(swap, registry));
  if (all.length === 0) compare(paidIn(swap, registry) ?? expected);
  if (all.length === 0) disagrees('swap', words, order.error.reason);
  return all;
}

/** Smallest clear amount. Smaller ones are too coarse to show a fee or a wrong price. */
const CLEAR = 10_000n;
const LARGEST = 10n ** 18n;

/**
 * Quotes the smallest power of ten for which the vault gives a clear amount or, failing that, anything at all. The output is the
 * one that the registry's facts imply or, if only the contract knows the maths, the vault's own quote.
 */
async function smallestQuote(
  vault: Vault,
  direction: Direction,
  liquidity: Needs['liquidity'],
): Promise<Result<HopQuote, { readonly reason: string }>> {
  const opcode = rulesOf(vault).opcodes[direction];
  let given: HopQuote | undefined;
  for (let amountIn = CLEAR; amountIn <= LARGEST && (given?.dy ?? 0n) < CLEAR; amountIn *= 10n) {
    const quotes = await liquidity.quoteHops([{ vault, opcode, amountIn }]);
    if (!quotes.ok) return quotes;
    const dy = quotes.value[0]?.dy ?? 0n;
    if (dy >= CLEAR || (dy > 0n && given === undefined)) given = { dx: amountIn, dy };
  }
  if (given === undefined) return err({ reason: 'it quotes nothing for any amount' });
  if (!isRoutable(vault) || rulesOf(vault).isQuoted) return ok(given);
  const reserves = await liquidity.readReserves([vault]);
  if (!reserves.ok) return reserves;
  const { dy } = quoteHop(vault, reserves.value.get(vault.contractId), opcode, given.dx);
  return dy === 0n ? err({ reason: 'its reserves cannot be read' }) : ok({ dx: given.dx, dy });
}
