import { amendOrder } from '../orders/amend-order.js';
import { client } from '../session/service.js';
import { confirm } from '../shell/confirm.js';
import type { OrderLine } from './model/lines.js';

/**
 * Asks whether an open order is to wait for another price, and lets the wallet sign its new terms. Nothing changes without a
 * signature.
 *
 * @param words what is sold, and the price before and after, such as `0.55 USDd per OPAL`
 */
export async function proposePrice(
  { order, title, changes }: OrderLine,
  price: number,
  { amount, before, after }: { readonly amount: string; readonly before: string; readonly after: string },
): Promise<void> {
  if (changes === undefined) return;
  await confirm({
    title: 'Change the order?',
    message: (
      <>
        <p>
          {title} · {amount}
        </p>
        <dl class="facts">
          <div>
            <dt>Now</dt>
            <dd>{before}</dd>
          </div>
          <div>
            <dt>Then</dt>
            <dd>
              <strong>{after}</strong>
            </dd>
          </div>
        </dl>
        <p class="muted small">Your wallet signs the new terms. Until then the order stays as it is.</p>
      </>
    ),
    action: 'Sign the change',
    run: async () => {
      const from = client.peek();
      if (from !== undefined) await amendOrder(from, order, changes(price));
    },
  });
}
