import { percent } from '../../../sdk/words/numbers.js';
import { wholeToken } from '../live/registry.js';
import type { Desk } from './desk.js';
import { useWalletGain } from './live/use-wallet-gain.js';
import { isSellable } from './model/form.js';
import { tradedAs } from './model/sellable.js';

/** Least gain that is mentioned, a fraction. */
const NOTABLE = 0.0005;

/** Balance in which the bought token arrives, and a button for the other one. Nothing for a token that has only one. */
export function Arrival({ desk }: { readonly desk: Desk }) {
  const { form, sellers, change } = desk;
  const gain = useWalletGain(desk).value ?? 0;
  const { kind, buy } = form.value;
  if (buy === undefined) return null;
  const isTraded = isSellable(buy);
  const other = isTraded ? wholeToken(buy) : tradedAs(buy, sellers.value);
  if (other === undefined || other.contractId === buy.contractId) return null;
  return (
    <span class="amount-line muted small">
      {isTraded ? 'Arrives to trade' : 'Arrives in the wallet'}
      {/* The exits of an entry sell what it bought, which only the balance to trade pays for. */}
      {!(isTraded && kind === 'bracket') && (
        <button type="button" class="text-button" onClick={() => change({ buy: other })}>
          {isTraded ? 'Send it to the wallet' : 'Keep it to trade'}
          {isTraded && gain >= NOTABLE && ` for ${percent(gain * 100)}`}
        </button>
      )}
    </span>
  );
}
