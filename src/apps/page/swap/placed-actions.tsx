import { useSignal } from '@preact/signals';
import type { Order } from '../../../sdk/client/index.js';
import { now } from '../live/clock.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { useClient } from '../session/service.js';
import { wallet } from '../session/wallet.js';
import { MOST_AGE_MS } from './model/form.js';
import { clockTime } from '../../../sdk/words/times.js';

/** Note on a waiting order: the time until which it waits, and a button to end it. */
export function PlacedActions({ order }: { readonly order: Order }) {
  const client = useClient();
  const isAsked = useSignal(false);
  const { status, ending, owner, handle, validTo, createdAt } = order;
  if (status !== 'open' || ending !== undefined) return null;
  const ends = validTo === undefined ? Date.parse(createdAt) + MOST_AGE_MS : Date.parse(validTo);
  const isOwn = wallet.value?.signer.address === owner;
  return (
    <div class="placed-actions">
      <span class="small">Still open until {clockTime(ends, now.value)}.</span>
      {isOwn && (
        <button type="button" class="button" onClick={() => (isAsked.value = true)}>
          Cancel
        </button>
      )}
      <ConfirmDialog
        title="Cancel the order"
        action="Cancel it"
        isDangerous
        isOpen={isAsked.value}
        onClose={() => (isAsked.value = false)}
        onConfirm={async () => void (await client.orders.cancel(handle, { by: 'wallet' }))}
      >
        <p>It is never sent, and nothing is paid.</p>
        <p class="muted">Your wallet signs the request; it costs nothing. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  );
}
