import { confirm, isTerminal, print, printNote, printTable } from '../../../adapters/terminal/index.js';
import type { Order, OrderToPlace } from '../../../sdk/client/index.js';
import type { Token } from '../../../domain/market/registry.js';
import { signOrders, type SignedOrder } from '../../../sdk/signing/index.js';
import { printResult, type JsonOption } from '../result.js';
import { balanceOf } from '../service/balance.js';
import { openClient } from '../service/service.js';
import { textsOf, type TokenTexts } from '../service/token-text.js';
import { signingFacts, type SigningFacts, type TradingOptions } from '../service/trading.js';
import { requireWallet } from '../service/wallet.js';
import { UsageError } from '../usage-error.js';
import { balanceConcern, priceConcern } from './concerns.js';
import { plannedOrders, type OrderTerms, type PlannedOrder } from './order-plan.js';
import { previewRows } from './preview.js';

export interface PlaceOptions extends TradingOptions, OrderTerms, JsonOption {
  /** Signs without a question. */
  readonly yes: boolean;
  /** Signs also what accepts less than half of what the market pays, or asks for more than half as much again. */
  readonly farFromMarket?: boolean;
  /** Contract id of a router; by default the first that pays the signer alone and knows the token's signature domain. */
  readonly router?: string;
}

/** Shows what is signed, asks, signs and places it. Returns the exit code: 1 when the answer is no. */
export async function placeOrders(options: PlaceOptions): Promise<number> {
  const facts = await signingFacts(options);
  const { network, tokens } = facts;
  const wallet = await requireWallet({ ...options, network, accounts: facts.accounts });
  const orders = plannedOrders(options, tokens);
  const sold = tokens.find(({ contractId }) => contractId === orders[0]!.inputToken)!;
  const { router, blaze } = domainOf(facts, sold, options.router);
  const texts = textsOf(tokens);
  const context = { server: options.url, network, owner: wallet.address, router, texts };
  // The result of --json has stdout for itself.
  printTable(['what is signed', ''], previewRows(orders, context), process.stderr);
  const balance = await balanceOf(wallet.address, sold.contractId, facts.accounts);
  const concern = balanceConcern(orders, balance, texts);
  if (concern !== undefined) printNote(concern);
  if (!(await isConfirmed(options, orders, texts))) {
    printNote('nothing was signed');
    return 1;
  }
  const signed = await signOrders(wallet, orders, { network, router, blaze });
  const placed = await place(options, signed);
  printResult({ orders: placed }, options, () =>
    placed.map(({ uuid, status }) => `placed ${uuid}: ${status}`),
  );
  if (options.json !== true && placed.length === 1)
    print(`follow it: sluice orders watch ${signed[0]!.uuid}`);
  return 0;
}

/** Asks, unless options answer already: --yes for what is usual, and --far-from-market for a price that most likely is a mistake. */
async function isConfirmed(
  options: PlaceOptions,
  orders: readonly PlannedOrder[],
  texts: TokenTexts,
): Promise<boolean> {
  const concern =
    options.farFromMarket === true ? undefined : await priceConcern(openClient(options), orders, texts);
  if (concern !== undefined && !isTerminal())
    throw new UsageError(`${concern} --far-from-market confirms it`);
  if (concern !== undefined) printNote(concern);
  if (concern === undefined && options.yes) return true;
  return confirm(orders.length === 1 ? 'Sign and place it?' : 'Sign and place them?');
}

/** The person who signs was asked before. */
const ASKED = { farFromMarket: true } as const;

/** All of them or none. An order that is signed once is stored once, however often it is sent. */
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

function domainOf({ routers }: SigningFacts, sold: Token, wanted: string | undefined) {
  const { blaze } = sold;
  if (blaze === undefined)
    throw new UsageError(`--of: ${sold.contractId} is not a subnet token, and orders sell those only`);
  const found = routers.find(({ id, payout, blaze: known }) =>
    wanted === undefined ? payout === 'signer' && known.includes(blaze) : id === wanted,
  );
  if (found === undefined)
    throw new UsageError(
      wanted === undefined
        ? `no router pays the signer alone and knows the signature domain of ${sold.symbol}: name one with --router`
        : `--router: the registry has ${routers.map(({ id }) => id).join(', ')}`,
    );
  return { router: found.id, blaze };
}
