import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import type { Ports } from '../../ports/index.js';
import type { PricesCore } from '../prices/prices-core.js';
import { recentFlight } from '../shared/single-flight.js';

/** Network fee of a swap, as the executor has paid it, and its worth in smallest units of a token, which need not be whole. */
export interface SwapCost {
  /** Average of the last 24 hours, microSTX. */
  readonly feeUstx: bigint;
  /** Absent if STX or the token has no current price. */
  readonly units?: bigint;
  /** Dollars for one smallest unit of the token. */
  readonly unitUsd?: number;
}

const DAY_MS = 86_400_000;
/** Time (ms) for which all callers get the same average. */
const KEPT_MS = 60_000;
const STX_DECIMALS = 6;

/** Reads what a swap costs, in a token; undefined if no swap was sent within 24 hours. */
export function makeReadSwapCost(
  { clock, swaps }: Pick<Ports, 'clock' | 'swaps'>,
  prices: Pick<PricesCore, 'find'>,
) {
  const averageFee = recentFlight(
    async () => {
      const [spent] = await swaps.spentSince([new Date(clock.now().getTime() - DAY_MS)]);
      return spent!.swaps === 0 ? undefined : spent!.feesUstx / BigInt(spent!.swaps);
    },
    { clock, maxAgeMs: KEPT_MS },
  );
  return async (token: ContractId): Promise<SwapCost | undefined> => {
    const [feeUstx, stx, priced] = await Promise.all([averageFee(), prices.find(STX), prices.find(token)]);
    if (feeUstx === undefined) return undefined;
    if (!stx.ok || !priced.ok || stx.value.stale || priced.value.stale) return { feeUstx };
    const unitUsd = priced.value.usd / 10 ** priced.value.about.decimals;
    const feeUsd = (Number(feeUstx) * stx.value.usd) / 10 ** STX_DECIMALS;
    return { feeUstx, units: BigInt(Math.ceil(feeUsd / unitUsd)), unitUsd };
  };
}
