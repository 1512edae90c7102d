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
  readonly entry?: AnyOrder;
  readonly target?: AnyOrder;
  readonly stop?: AnyOrder;
  readonly wallet?: TestWallet;
}

/** The bodies of an entry that sells 1,000,000 WELSH_SUBNET at once, and of its target and stop: orders 1, 2 and 3, signed together. */
export function bracket({ entry, target, stop, wallet = A_WALLET }: BracketFields = {}): readonly AnyOrder[] {
  const { address } = wallet;
  const plan = { strategyId: 'bracket', strategyType: 'bracket', strategySize: 3 };
  const body = (n: number, inputToken: ContractId, amountIn: bigint, fields: AnyOrder): AnyOrder => {
    const uuid = uuidOf(n);
    const blaze = inputToken === DOLLAR_SUBNET ? 'v1' : 'v2';
    const amount = toUnits(amountIn);
    const transfer = {
      network: 'devnet',
      blaze,
      inputToken,
      amountIn: amount,
      router: ROUTER_V2,
      uuid,
    } as const;
    return {
      ...{ uuid, owner: address, recipient: address, inputToken, amountIn: amountIn.toString() },
      ...{ router: ROUTER_V2, signature: signOrder(transfer, wallet), ...plan, strategyPosition: n },
      ...fields,
    };
  };
  const exit = { outputToken: WELSH_SUBNET, slippage: '0.05', after: uuidOf(1) };
  return withPlanTerms(
    [
      body(1, WELSH_SUBNET, 1_000_000n, {
        ...{ outputToken: DOLLAR_SUBNET, minAmountOut: '900000' },
        ...AT_ONCE,
        ...entry,
      }),
      body(2, DOLLAR_SUBNET, 900_000n, { ...exit, ...whenAbove(DOLLAR, '2'), ...target }),
      body(3, DOLLAR_SUBNET, 900_000n, { ...exit, ...whenBelow(DOLLAR, '0.5'), ...stop }),
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
