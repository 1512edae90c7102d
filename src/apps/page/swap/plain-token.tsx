import type { ListedToken } from '../../../sdk/client/index.js';
import { nameFor } from '../live/token-names.js';
import { Button } from '../parts/button.js';
import { TokenLabel } from '../parts/token-label.js';
import type { Desk } from './desk.js';
import { copyOf, isSellable } from './model/form.js';
import { SUBNETS } from './subnets.js';

/** Says that an order sells subnet copies only, and offers the copy of the chosen token. */
export function PlainToken({
  desk,
  tokens,
}: {
  readonly desk: Desk;
  readonly tokens: readonly ListedToken[];
}) {
  const { sell, buy } = desk.form.value;
  if (sell === undefined || isSellable(sell)) return null;
  const copy = copyOf(sell, tokens);
  const symbol = <TokenLabel token={sell} />;
  return (
    <div class="notice stack warn" role="status">
      <p>{symbol} can be quoted, but not sold by an order: only a subnet copy moves on a signature alone.</p>
      {copy === undefined ? (
        <p class="muted">It has no subnet copy here. Choose another token.</p>
      ) : (
        <>
          <p class="muted">
            Its copy is always worth the same. You get copies by depositing {symbol} into the subnet from your
            wallet. <a href={SUBNETS}>How to deposit</a>
          </p>
          <Button
            onClick={() =>
              desk.change({ sell: copy, ...(buy?.contractId === copy.contractId && { buy: sell }) })
            }
          >
            Sell {nameFor(copy)} instead
          </Button>
        </>
      )}
    </div>
  );
}
