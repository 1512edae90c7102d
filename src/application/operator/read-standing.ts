import type { QuarantinedVault } from '../../domain/market/quarantine.js';
import type { SwitchPosition } from '../../domain/order/evaluation/brakes.js';
import { swapsLeft } from '../../domain/order/evaluation/operator-accounts.js';
import { nextNonce } from '../../domain/order/swap-transaction.js';
import type { Ports } from '../../ports/index.js';
import type { Brakes, SendingStanding } from '../execution/send/brakes.js';
import type { AccountStanding } from '../execution/send/operator-accounts.js';
import type { MarketReader } from '../market/market.js';
import type { PriceHealth } from '../prices/price-health.js';
import type { PricesCore } from '../prices/prices-core.js';
import type { CountDue, DueOrders } from './count-due.js';

/** An operator account with its next nonce and the number of swaps that it can pay for. */
export interface OperatorAccount extends AccountStanding {
  /** Next free nonce; absent while the account cannot be read. */
  readonly nextNonce?: bigint;
  /**
   * Number of swaps that the account can pay for at the mean fee of the last day. Absent if that day had no swap, and while the
   * account cannot be read.
   */
  readonly swapsLeft?: bigint;
}

/** State of the exchange for its operator, except for what each process knows only about itself. */
export interface OperatorStanding {
  /** Position of the switch; undefined if it was never set, in which case swaps are sent. */
  readonly position: SwitchPosition | undefined;
  /** Undefined in a process without an operator key. */
  readonly sending: Omit<SendingStanding, 'accounts'> | undefined;
  /** Preferred account first; none in a process without an operator key. */
  readonly accounts: readonly OperatorAccount[];
  readonly prices: PriceHealth;
  /** The vaults that this process leaves out of routing. */
  readonly quarantined: readonly QuarantinedVault[];
  /** Number of orders by status. */
  readonly orders: Readonly<Record<string, number>>;
  readonly due: DueOrders;
}

interface Needs extends Pick<Ports, 'sendingSwitch' | 'swaps'> {
  readonly brakes: Pick<Brakes, 'standing'>;
  readonly market: Pick<MarketReader, 'quarantined'>;
  readonly prices: Pick<PricesCore, 'health'>;
  readonly countDue: CountDue;
  readonly countOrders: () => Promise<Readonly<Record<string, number>>>;
}

export const makeReadStanding = (needs: Needs) => {
  const { sendingSwitch, swaps, brakes, market, prices, countDue, countOrders } = needs;
  const withFuture = async (
    account: AccountStanding,
    { meanFeeUstx, leastUstx }: Pick<SendingStanding, 'meanFeeUstx' | 'leastUstx'>,
  ): Promise<OperatorAccount> => {
    const { address, state } = account;
    if (state === undefined) return account;
    const held = (await swaps.heldNonces(address)).get(address)!;
    return {
      ...account,
      nextNonce: nextNonce(state.nonce, held),
      ...(meanFeeUstx !== undefined && {
        swapsLeft: swapsLeft(state.balanceUstx, meanFeeUstx, leastUstx),
      }),
    };
  };
  return async (): Promise<OperatorStanding> => {
    const [position, standing, health, orders, due] = await Promise.all([
      sendingSwitch.position(),
      brakes.standing(),
      prices.health(),
      countOrders(),
      countDue(),
    ]);
    const accounts =
      standing === undefined
        ? []
        : await Promise.all(standing.accounts.map((account) => withFuture(account, standing)));
    const quarantined = market.quarantined();
    return { position, sending: standing, accounts, prices: health, quarantined, orders, due };
  };
};
