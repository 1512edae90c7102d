import type { Order } from '../../../sdk/client/index.js';
import { confirm } from './confirm.js';

/** Asks for confirmation before cancelling an order, and explains what the cancellation stops. */
export const confirmCancel = ({ status }: Order, run: () => Promise<unknown>): Promise<boolean> =>
  confirm({
    title: 'Cancel the order',
    action: 'Cancel it',
    isDangerous: true,
    run,
    message: (
      <>
        <p>
          {status === 'open'
            ? 'It is never sent, and nothing is paid.'
            : 'Its swap is on its way: it can be stopped only if the chain does not take it.'}
        </p>
        <p class="muted">Your wallet signs the request; it costs nothing. This cannot be undone.</p>
      </>
    ),
  });
