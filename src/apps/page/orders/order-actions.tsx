import type { Order } from '../../../sdk/client/index.js';
import { problemOf } from '../live/problem.js';
import { Button } from '../parts/button.js';
import { useClient } from '../session/service.js';
import { confirm } from '../shell/confirm.js';
import { tell, tellProblem } from '../shell/notices.js';
import { confirmCancel } from '../shell/confirm-cancel.js';
import { proveOwner } from '../wallet/owner-reads.js';
import { wallet } from '../session/wallet.js';
import { TokenAmount, TokenSymbol } from '../parts/token-amount.js';

interface OrderActionsProps {
  readonly order: Order;
  readonly uuid: string | undefined;
  readonly onUuid: (uuid: string | undefined) => void;
}

/** Actions on an order for its owner; others see none. */
export function OrderActions({ order, uuid, onUuid }: OrderActionsProps) {
  const client = useClient();
  if (wallet.value?.signer.address !== order.owner) return null;
  const { handle, status, ending, evaluation } = order;
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
  const askToExecute = () =>
    confirm({
      title: 'Execute now',
      action: 'Execute',
      run: execute,
      message: (
        <>
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
        </>
      ),
    });
  const isEnded = status !== 'open' && status !== 'broadcasted';
  return (
    <div class="wrap">
      {uuid === undefined && (
        <Button title="Your wallet signs a message; it costs nothing" onClick={() => void showUuid()}>
          Sign to see its uuid
        </Button>
      )}
      {status === 'open' && evaluation?.state !== 'sending' && ending === undefined && (
        <Button tone="primary" onClick={() => void askToExecute()}>
          Execute now
        </Button>
      )}
      {!isEnded && ending === undefined && (
        <Button tone="danger" onClick={() => void confirmCancel(order, cancel)}>
          Cancel
        </Button>
      )}
    </div>
  );
}
