import { useSignal } from '@preact/signals';
import { oneLine } from '../../../sdk/words/names.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { useClient } from '../session/service.js';
import { tell } from '../shell/notices.js';
import { counted } from '../../../sdk/words/order.js';

/** Cancels the wallet's open orders: all of them, or those of the plan that is listed. */
export function CancelAll({ plan }: { readonly plan: string }) {
  const client = useClient();
  const isOpen = useSignal(false);
  const isOfPlan = plan !== '';
  const cancel = async () => {
    const selection = isOfPlan ? { strategyId: plan } : {};
    const { cancelled, skipped, more } = await client.orders.cancelMany(selection, { by: 'wallet' });
    tell(
      [
        `${counted(cancelled.length, 'order')} cancelled.`,
        skipped.length > 0 ? `${skipped.length} not: their swaps are on their way.` : '',
        more ? 'More are open: cancel again.' : '',
      ]
        .filter(Boolean)
        .join(' '),
    );
  };
  return (
    <>
      <button type="button" class="button danger" onClick={() => (isOpen.value = true)}>
        {isOfPlan ? 'Cancel the plan' : 'Cancel all mine'}
      </button>
      <ConfirmDialog
        title={isOfPlan ? 'Cancel the plan' : 'Cancel all open orders'}
        action="Cancel them"
        isDangerous
        isOpen={isOpen.value}
        onClose={() => (isOpen.value = false)}
        onConfirm={cancel}
      >
        {isOfPlan ? (
          <p>
            Every open order of your plan <bdi>{oneLine(plan, 60)}</bdi> ends without a swap.
          </p>
        ) : (
          <p>Every open order of your wallet ends without a swap, whatever the filters show.</p>
        )}
        <p class="muted">
          A swap that is on its way already continues. Your wallet signs the request; it costs nothing.
        </p>
      </ConfirmDialog>
    </>
  );
}
