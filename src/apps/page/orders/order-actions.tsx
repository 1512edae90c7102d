import { useSignal } from '@preact/signals';
import type { Order } from '../../../sdk/client/index.js';
import { hasEnded } from '../../../sdk/words/order.js';
import { problemOf } from '../live/problem.js';
import { tokenOf } from '../live/registry.js';
import { Button } from '../parts/button.js';
import { Menu } from '../parts/menu.js';
import { href } from '../route.js';
import { useClient } from '../session/service.js';
import { confirm } from '../shell/confirm.js';
import { tell, tellProblem } from '../shell/notices.js';
import { confirmCancel } from '../shell/confirm-cancel.js';
import { proveOwner } from '../wallet/owner-reads.js';
import { wallet } from '../session/wallet.js';
import { cancelOrder } from './cancel-order.js';
import { ChangeDialog } from './change-dialog.js';
import { ExecutionNow } from './execute.js';
import { repeatQuery } from './repeat.js';

interface OrderActionsProps {
  readonly order: Order;
  readonly uuid: string | undefined;
  readonly onUuid: (uuid: string | undefined) => void;
}

/** Actions on an order for its owner; others see none. */
export function OrderActions({ order, uuid, onUuid }: OrderActionsProps) {
  const client = useClient();
  const isChanging = useSignal(false);
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
  const askToExecute = () =>
    confirm({
      title: 'Execute now',
      action: 'Execute',
      run: execute,
      message: <ExecutionNow order={order} />,
    });
  const isIdle = status === 'open' && evaluation?.state !== 'sending' && ending === undefined;
  const repeated = repeatQuery(order, (token) => tokenOf.value.get(token));
  return (
    <div class="wrap">
      {repeated !== undefined && (
        <a class="button" href={href('swap', [], repeated)}>
          Repeat
        </a>
      )}
      {isIdle && <Button onClick={() => (isChanging.value = true)}>Change</Button>}
      {!hasEnded(order) && ending === undefined && (
        <Button tone="danger" onClick={() => void confirmCancel(order, () => cancelOrder(client, order))}>
          Cancel
        </Button>
      )}
      {(isIdle || uuid === undefined) && (
        <Menu label="More">
          {isIdle && <Button onClick={() => void askToExecute()}>Execute now</Button>}
          {uuid === undefined && (
            <Button title="Your wallet signs a message; it costs nothing" onClick={() => void showUuid()}>
              Sign to see its uuid
            </Button>
          )}
        </Menu>
      )}
      <ChangeDialog order={order} isOpen={isChanging.value} onClose={() => (isChanging.value = false)} />
    </div>
  );
}
