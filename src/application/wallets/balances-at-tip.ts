import type { Address } from '../../domain/shared/address.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { ChainRead, ChainTip, Ports, WalletBalances } from '../../ports/index.js';
import { recentFlight } from '../shared/single-flight.js';

/** Time (ms) for which a block counts as the newest. */
const TIP_MS = 2_000;
/** Time (ms) for which a balance is kept, or the reason why it could not be read. A balance as of one block never changes. */
const KEPT_MS = 10_000;
const MOST_KEPT = 10_000;

interface Asked {
  readonly token: ContractId;
  readonly address: Address;
  readonly at: ChainTip;
}

/** Balances as of one block, so that lagging hosts behind one address cannot mix two states. */
export interface BalancesAtTip {
  readonly tip: ChainTip;
  /** Undefined if the token's contract returns none. Ask for known tokens only: for a stranger's, the node would run the stranger's code. */
  readonly balanceOf: (token: ContractId, address: Address) => ChainRead<Units | undefined>;
}

/** Reads balances as of the newest block. Callers share reads of the same balance. */
export function makeBalancesAtTip(ports: Pick<Ports, 'balances' | 'chain' | 'clock' | 'walletBalances'>) {
  const { clock } = ports;
  const source = ports.walletBalances ?? anyBalances(ports);
  const readTip = recentFlight(() => source.tip(), { clock, maxAgeMs: TIP_MS });
  const readOne = recentFlight(({ token, address, at }: Asked) => source.balanceOf(token, address, at), {
    clock,
    maxAgeMs: KEPT_MS,
    keyOf: ({ token, address, at }) => `${at.id} ${address} ${token}`,
    most: MOST_KEPT,
  });
  return async (): ChainRead<BalancesAtTip> => {
    const tip = await readTip();
    if (!tip.ok) return tip;
    return ok({
      tip: tip.value,
      balanceOf: (token, address) => readOne({ token, address, at: tip.value }),
    });
  };
}

const anyBalances = ({ balances, chain }: Pick<Ports, 'balances' | 'chain'>): WalletBalances => ({
  tip: () => chain.tip(),
  balanceOf: (token, owner, at) => balances.balanceOf(token, owner, at),
});
