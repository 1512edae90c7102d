import {
  confirm,
  isTerminal,
  print,
  printNote,
  printTable,
  typed,
} from '../../../adapters/terminal/index.js';
import type { ClientOptions, Order, OrderToPlace } from '../../../sdk/client/index.js';
import type { Token } from '../../../domain/market/registry.js';
import { routerFor } from '../../../domain/market/router-choice.js';
import { signOrders, type SignedOrder, type Signer } from '../../../sdk/signing/index.js';
import { readMarket, type SigningFacts } from '../../../sdk/trading/index.js';
import { printResult, type JsonOption } from '../result.js';
import { balanceOf } from '../service/balance.js';
import { plainWords } from '../../../sdk/words/token-words.js';
import { CONFIRMATION, mostAsked, warningsOf, type Warning } from '../../../sdk/words/warnings.js';
import { openClient } from '../service/service.js';
import { signingFacts, type TradingOptions } from '../service/trading.js';
import { requireWallet } from '../service/wallet.js';
import { UsageError } from '../usage-error.js';
import { keep, type KeepOption } from './kept-file.js';
import { plannedOrders, type PlannedOrder } from './order-plan.js';
import { previewRows } from './preview.js';
import { splitOrders } from './split-orders.js';
import { withSale, type WantedTerms } from './wanted-output.js';

export interface PlaceOptions extends TradingOptions, WantedTerms, KeepOption, JsonOption {
  /** Whether to sign without asking. */
  readonly yes: boolean;
  /** Whether the amount is sold in parts over several routes. */
  readonly split?: boolean;
  /** Whether to sign even what is probably a mistake: an order that accepts over 15% less than the market pays. */
  readonly farFromMarket?: boolean;
  /** Contract id of a router; by default the first one that pays only the signer and knows the token's signature domain. */
  readonly router?: string;
  /** The order that the first of these replaces, as commands name an order. */
  readonly replaces?: string;
}

/** Shows what is to be signed, asks for consent, signs it and places it. Returns the exit code: 1 if the user declines. */
export async function placeOrders(options: PlaceOptions): Promise<number> {
  const facts = await signingFacts(options);
  const { network, tokens } = facts;
  const wallet = await requireWallet({ ...options, network, accounts: facts.accounts });
  const client = openClient(options);
  const planned =
    options.split === true
      ? await splitOrders(options, client, tokens)
      : plannedOrders(await withSale(options, client, tokens), tokens);
  const orders = await replacing(options, { wallet, network }, planned);
  const sold = tokens.find(({ contractId }) => contractId === orders[0]!.inputToken)!;
  const { router } = domainOf(facts, sold, options.router);
  const blaze = (inputToken: string) =>
    domainOf(
      facts,
      tokens.find(({ contractId }) => contractId === inputToken)!,
      router,
    ).blaze;
  const words = plainWords(tokens);
  const context = { server: options.url, network, owner: wallet.address, router, words };
  // With --json, stdout is reserved for the result.
  printTable(['what is signed', ''], previewRows(orders, context), process.stderr);
  const balance = await balanceOf(wallet.address, sold.contractId, facts.accounts);
  const market = { ...(await readMarket(openClient(options), orders[0]!, tokens)), balance };
  const warnings = warningsOf(orders, market, words);
  for (const { text } of warnings) printNote(text);
  if (!(await isConfirmed(options, warnings, orders.length))) {
    printNote('nothing was signed');
    return 1;
  }
  await keep(options, []);
  const signed = await signOrders(wallet, orders, { network, router, blaze });
  const placed = await place(options, signed);
  await keep(options, signed);
  printResult({ orders: placed }, options, () =>
    placed.map(({ uuid, status }) => `placed ${uuid}: ${status}`),
  );
  if (options.json !== true && placed.length === 1)
    print(`follow it: sluice orders watch ${signed[0]!.uuid}`);
  return 0;
}

/** The orders, the first of which replaces the one that is named. All are stored together, so it is replaced by all of them. */
async function replacing(
  options: PlaceOptions,
  proof: Pick<ClientOptions, 'network'> & { readonly wallet: Signer },
  orders: readonly PlannedOrder[],
): Promise<readonly PlannedOrder[]> {
  if (options.replaces === undefined) return orders;
  const { handle } = await openClient(options, proof).orders.get(options.replaces, { by: 'wallet' });
  return orders.map((order, n) => (n === 0 ? { ...order, replaces: handle } : order));
}

/** Asks for consent, unless the options give it: --far-from-market for a probable mistake, --yes for anything else. */
async function isConfirmed(
  options: PlaceOptions,
  warnings: readonly Warning[],
  count: number,
): Promise<boolean> {
  if (options.farFromMarket !== true) {
    const isLoss = mostAsked(warnings) === 'word';
    if (isLoss && isTerminal()) return typed(CONFIRMATION, `Type “${CONFIRMATION}” to sell at such a loss:`);
    if (isLoss) throw new UsageError('--far-from-market confirms such a loss');
    if (options.yes && warnings.some(({ isFar }) => isFar))
      throw new UsageError('--far-from-market confirms such a price: is it meant for the other direction?');
  }
  return options.yes || confirm(count === 1 ? 'Sign and place it?' : 'Sign and place them?');
}

/** The client need not check the price: the person who signs was already asked. */
const ASKED = { farFromMarket: true } as const;

/** Places all of the orders or none. A signed order is stored once, however often it is sent. */
async function place(options: PlaceOptions, signed: readonly SignedOrder[]): Promise<readonly Order[]> {
  const { orders } = openClient(options);
  const bodies = signed as readonly OrderToPlace[];
  if (bodies.length === 1) return [await orders.place(bodies[0]!, ASKED)];
  const { status, results } = await orders.placeMany({ orders: bodies, atomic: true }, ASKED);
  if (status === 'success') return results.flatMap(({ data }) => data ?? []);
  const refused = results.flatMap(({ uuid, error, code, details = [], hint }) =>
    error === undefined || code === 'batch-refused'
      ? []
      : [
          `${uuid}: ${[`${error} (${code})`, ...details, hint].filter((part) => part !== undefined).join('; ')}`,
        ],
  );
  throw new Error(['none of the orders is placed', ...refused].join('\n'));
}

/** The router and the signature domain for selling the token; by default the first router that pays the signer alone and knows it. */
export function domainOf({ routers }: SigningFacts, sold: Token, wanted: string | undefined) {
  const found = routerFor(sold, routers, wanted);
  if (found.ok) return found.value;
  switch (found.error.kind) {
    case 'not-a-subnet-token':
      throw new UsageError(`--of: ${sold.contractId} is not a subnet token, and orders sell those only`);
    case 'no-safe-router':
      throw new UsageError(
        `no router pays the signer alone and knows the signature domain of ${sold.symbol}: name one with --router`,
      );
    case 'no-such-router':
      throw new UsageError(`--router: the registry has ${routers.map(({ id }) => id).join(', ')}`);
  }
}
