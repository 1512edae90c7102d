import type { QuarantinedVault } from '../../domain/market/quarantine.js';
import type { SwitchPosition } from '../../domain/order/brakes.js';
import { nextNonce } from '../../domain/order/swap-transaction.js';
import type { Ports } from '../../ports/index.js';
import type { Brakes, SendingStanding } from '../execution/send/brakes.js';
import type { AccountStanding } from '../execution/send/operator-accounts.js';
import type { MarketReader } from '../market/market.js';
import type { PriceHealth } from '../prices/price-health.js';
import type { PricesCore } from '../prices/prices-core.js';

/** An operator account with the nonce that its next swap takes. */
export interface OperatorAccount extends AccountStanding {
  /** Absent while the account cannot be read. */
  readonly nextNonce?: bigint;
}

/** What the exchange's operator wants to know. What a process knows of itself alone is not part of it. */
export interface OperatorStanding {
  /** Undefined if the switch was never set, so that swaps are sent. */
  readonly position: SwitchPosition | undefined;
  /** Undefined in a process without an operator key. */
  readonly sending: Pick<SendingStanding, 'stops' | 'isDryRun' | 'feesUstx'> | undefined;
  /** The preferred one first; none in a process without an operator key. */
  readonly accounts: readonly OperatorAccount[];
  readonly prices: PriceHealth;
  /** The vaults that this process leaves out of routing. */
  readonly quarantined: readonly QuarantinedVault[];
  /** How many orders have each status. */
  readonly orders: Readonly<Record<string, number>>;
}

interface Needs extends Pick<Ports, 'sendingSwitch' | 'swaps'> {
  readonly brakes: Pick<Brakes, 'standing'>;
  readonly market: Pick<MarketReader, 'quarantined'>;
  readonly prices: Pick<PricesCore, 'health'>;
  readonly countOrders: () => Promise<Readonly<Record<string, number>>>;
}

export const makeReadStanding = ({ sendingSwitch, swaps, brakes, market, prices, countOrders }: Needs) => {
  const withNonce = async (account: AccountStanding): Promise<OperatorAccount> => {
    if (account.state === undefined) return account;
    const held = await swaps.listHeldNonces(account.address);
    return { ...account, nextNonce: nextNonce(account.state.nonce, held) };
  };
  return async (): Promise<OperatorStanding> => {
    const [position, standing, health, orders] = await Promise.all([
      sendingSwitch.position(),
      brakes.standing(),
      prices.health(),
      countOrders(),
    ]);
    const accounts = await Promise.all((standing?.accounts ?? []).map(withNonce));
    const quarantined = market.quarantined();
    return { position, sending: standing, accounts, prices: health, quarantined, orders };
  };
};
