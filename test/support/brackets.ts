import type { Registry } from '../../src/domain/market/registry.js';
import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import { uuidOf } from './builders.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  ROUTER_V2,
  SUBLINK,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
  type HarnessOptions,
} from './core-harness.js';
import { AT_ONCE, whenAbove, whenBelow } from './executor-steps.js';
import { A_WALLET, signOrder, withPlanTerms, type TestWallet } from './signing.js';

/** The subnet copy that entries of these tests buy. */
export const DOLLAR_SUBNET = `${DOLLAR}-subnet` as ContractId;

/** The test registry with a subnet copy of DOLLAR. */
export const TWO_SUBNETS: Registry = {
  ...A_REGISTRY,
  tokens: [
    ...A_REGISTRY.tokens,
    {
      ...A_REGISTRY.tokens.find(({ contractId }) => contractId === WELSH_SUBNET)!,
      contractId: DOLLAR_SUBNET,
      base: DOLLAR,
      blaze: 'v1',
    },
  ],
  vaults: [
    ...A_REGISTRY.vaults,
    {
      ...A_REGISTRY.vaults.find(({ contractId }) => contractId === SUBLINK)!,
      contractId: `${DOLLAR}-sublink` as ContractId,
      tokenA: DOLLAR,
      tokenB: DOLLAR_SUBNET,
    },
  ],
};

interface BracketFields {
  /** Number of the entry; the target and the stop have the next two. */
  readonly first?: number;
  readonly sell?: ContractId;
  readonly buy?: ContractId;
  readonly amount?: bigint;
  /** Output that the entry guarantees, and its exits sell. */
  readonly least?: bigint;
  /** Token that the exits buy; by default the one that the entry sells. */
  readonly into?: ContractId;
  readonly entry?: AnyOrder;
  readonly target?: AnyOrder;
  readonly stop?: AnyOrder;
  readonly wallet?: TestWallet;
}

/** The bodies of an entry that is sent at once, by default order 1 that sells 1,000,000 WELSH_SUBNET, and of its target and stop, signed together. */
export function bracket({
  first = 1,
  sell = WELSH_SUBNET,
  buy = DOLLAR_SUBNET,
  amount = 1_000_000n,
  least = 900_000n,
  into = sell,
  wallet = A_WALLET,
  ...fields
}: BracketFields = {}): readonly AnyOrder[] {
  const { address } = wallet;
  const plan = { strategyId: `bracket-${first}`, strategyType: 'bracket', strategySize: 3 };
  const body = (n: number, inputToken: ContractId, amountIn: bigint, own: AnyOrder): AnyOrder => {
    const uuid = uuidOf(first + n);
    const blaze = inputToken === DOLLAR_SUBNET ? 'v1' : 'v2';
    const transfer = { inputToken, amountIn: toUnits(amountIn), router: ROUTER_V2, uuid };
    return {
      ...{ uuid, owner: address, recipient: address, inputToken, amountIn: amountIn.toString() },
      ...{ router: ROUTER_V2, signature: signOrder({ network: 'devnet', blaze, ...transfer }, wallet) },
      ...plan,
      strategyPosition: n + 1,
      ...own,
    };
  };
  const exit = { outputToken: into, slippage: '0.05', after: uuidOf(first) };
  const { entry, target, stop } = fields;
  return withPlanTerms(
    [
      body(0, sell, amount, { outputToken: buy, minAmountOut: least.toString(), ...AT_ONCE, ...entry }),
      body(1, buy, least, { ...exit, ...whenAbove(DOLLAR, '2'), ...target }),
      body(2, buy, least, { ...exit, ...whenBelow(DOLLAR, '0.5'), ...stop }),
    ],
    wallet,
  );
}

/** A core with a bracket placed. */
export async function placedBracket(
  fields: BracketFields = {},
  options: HarnessOptions = {},
): Promise<CoreHarness> {
  const harness = coreHarness({ registry: TWO_SUBNETS, ...options });
  for (const result of await harness.core.orders.placeJsonBatch({ orders: bracket(fields), atomic: true }))
    unwrap(result);
  return harness;
}

/** Prices at which neither exit is met. */
export const CALM = { [WELSH]: 1, [DOLLAR]: 1 };
