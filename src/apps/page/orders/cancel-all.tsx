import { oneLine } from '../../../sdk/words/names.js';
import { Button } from '../parts/button.js';
import { useClient } from '../session/service.js';
import { confirm } from '../shell/confirm.js';
import { tell } from '../shell/notices.js';
import { counted } from '../../../sdk/words/counts.js';

/** Button that cancels all open orders of the wallet, or only those of the plan that the list shows. */
export function CancelAll({ plan }: { readonly plan: string }) {
  const client = useClient();
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
  const ask = () =>
    confirm({
      title: isOfPlan ? 'Cancel the plan' : 'Cancel all open orders',
      action: 'Cancel them',
      isDangerous: true,
      run: cancel,
      message: (
        <>
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
        </>
      ),
    });
  return (
    <Button tone="danger" onClick={() => void ask()}>
      {isOfPlan ? 'Cancel the plan' : 'Cancel all mine'}
    </Button>
  );
}
