import { useSignal } from '@preact/signals';
import type { Order } from '../../../sdk/client/index.js';
import { problemOf } from '../live/problem.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { useClient } from '../session/service.js';
import { tell, tellProblem } from '../shell/notices.js';
import { proveOwner } from '../wallet/owner-reads.js';
import { wallet } from '../session/wallet.js';
import { TokenAmount, TokenSymbol } from '../parts/token-amount.js';

interface OrderActionsProps {
  readonly order: Order;
  readonly uuid: string | undefined;
  readonly onUuid: (uuid: string | undefined) => void;
}

/** Actions of the owner on an order; nothing for everyone else. */
export function OrderActions({ order, uuid, onUuid }: OrderActionsProps) {
  const client = useClient();
  const asked = useSignal<'execute' | 'cancel' | undefined>(undefined);
  if (wallet.value?.signer.address !== order.owner) return null;
  const { handle, status, ending, evaluation } = order;
  const close = () => (asked.value = undefined);
  const showUuid = async () => {
    try {
      await proveOwner();
      onUuid((await client.orders.get(handle, { by: 'wallet' })).uuid);
    } catch (error) {
      tellProblem(problemOf(error));
    }
  };
  const execute = async () => {
    await client.orders.execute(handle, { by: 'wallet' });
    tell('The swap is sent.');
  };
  const cancel = async () => {
    const { status: now, ending: isEnding } = await client.orders.cancel(handle, { by: 'wallet' });
    if (now === 'cancelled') tell('The order is cancelled.');
    else if (isEnding !== undefined) tell('The order ends as soon as the chain has decided about its swap.');
    else tell(`The order was ${now} already.`);
  };
  const isEnded = status !== 'open' && status !== 'broadcasted';
  return (
    <div class="order-actions">
      {uuid === undefined && (
        <button
          type="button"
          class="button"
          title="Your wallet signs a message; it costs nothing"
          onClick={() => void showUuid()}
        >
          Sign to see its uuid
        </button>
      )}
      {status === 'open' && evaluation?.state !== 'sending' && ending === undefined && (
        <button type="button" class="button primary" onClick={() => (asked.value = 'execute')}>
          Execute now
        </button>
      )}
      {!isEnded && ending === undefined && (
        <button type="button" class="button danger" onClick={() => (asked.value = 'cancel')}>
          Cancel
        </button>
      )}
      <ConfirmDialog
        title="Execute now"
        action="Execute"
        isOpen={asked.value === 'execute'}
        onClose={close}
        onConfirm={execute}
      >
        <p>
          The server takes a new quote and sends the swap now, whatever the trigger says:{' '}
          <TokenAmount units={order.amountIn} contractId={order.inputToken} /> for{' '}
          <TokenSymbol contractId={order.outputToken} />
          {order.minAmountOut !== undefined && (
            <>
              , at least <TokenAmount units={order.minAmountOut} contractId={order.outputToken} />
            </>
          )}
          .
        </p>
        <p class="muted">The operator pays the fee. Your wallet signs the request.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Cancel the order"
        action="Cancel it"
        isDangerous
        isOpen={asked.value === 'cancel'}
        onClose={close}
        onConfirm={cancel}
      >
        <p>
          {status === 'open'
            ? 'It is never sent, and nothing is paid.'
            : 'Its swap is on its way: it can be stopped only if the chain does not take it.'}
        </p>
        <p class="muted">Your wallet signs the request; it costs nothing. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  );
}
