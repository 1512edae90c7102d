import type { ListedToken } from '../../../sdk/client/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { wholeToken } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { Button } from '../parts/button.js';
import { askToMove } from '../portfolio/move-dialog.js';
import { wallet } from '../session/wallet.js';
import type { Desk } from './desk.js';
import { lackOf } from './model/form-warnings.js';

/** A deposit into the balance from which the form's order is paid. */
interface Deposit {
  readonly token: ListedToken;
  /** Balance of the wallet outside of trading, smallest units. */
  readonly wallet: bigint;
  /** Opens the dialog, with this amount in it. */
  readonly ask: (amount?: bigint) => void;
}

/** Deposit of the sold token; undefined if the wallet holds none of it, or a balance is unknown. */
export function depositOf({ form, held }: Desk): Deposit | undefined {
  const { sell } = form.value;
  const owner = wallet.value?.signer.address;
  if (sell?.base === undefined || owner === undefined) return undefined;
  const token = wholeToken(sell);
  const [outside, trading] = [token, sell].map(({ contractId }) => held.balances.value?.get(contractId));
  if (outside === undefined || trading === undefined || outside === 0n) return undefined;
  const ask = (amount?: bigint) =>
    askToMove({ token, copy: sell.contractId, owner, wallet: outside, trading, amount });
  return { token, wallet: outside, ask };
}

/** Offers to deposit what the order lacks, if the wallet holds it. */
export function DepositOffer({ desk }: { readonly desk: Desk }) {
  const deposit = depositOf(desk);
  const lack = lackOf(desk.filled.value, desk.held.balances.value);
  if (deposit === undefined || lack === undefined || lack > deposit.wallet) return null;
  const { token } = deposit;
  const amount = `${exactAmount(lack, token.decimals)} ${nameFor(token)}`;
  return (
    <div class="notice stack" role="status">
      <p>Your wallet holds what is missing. A deposit makes it ready to trade, 1:1, in about a block.</p>
      <Button tone="primary" onClick={() => deposit.ask(lack)}>
        <span>
          Deposit <bdi>{amount}</bdi>
        </span>
      </Button>
    </div>
  );
}
