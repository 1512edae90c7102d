import type { Order } from '../../../sdk/client/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { roughDollars, share } from '../../../sdk/words/numbers.js';
import { fullTime } from '../../../sdk/words/times.js';
import { balanceName, listedWords } from '../live/token-names.js';
import { Ago } from '../parts/ago.js';
import { CopyableId } from '../parts/copy.js';
import { Fact } from '../parts/fact.js';
import { useService } from '../session/service.js';
import {
  confirmWords,
  hasPriceTrigger,
  slippageWords,
  stopWords,
  triggerWords,
} from '../../../sdk/words/order.js';
import { RoutePath } from './route-path.js';
import { TokenAmount, TokenSymbol } from '../parts/token-amount.js';
import { TxidLink } from './txid-link.js';

interface OrderFactsProps {
  readonly order: Order;
  /** Uuid of the order, if the owner asked for it. */
  readonly uuid: string | undefined;
}

const STX_DECIMALS = 6;

/** Facts of the order, in words. */
export function OrderFacts({ order, uuid }: OrderFactsProps) {
  const words = listedWords.value;
  const { minAmountOut, executedAmountIn, executedAmountOut, feeUstx, blockHeight } = order;
  return (
    <section class="card stack" aria-labelledby="facts">
      <h2 id="facts">The order</h2>
      <dl class="facts">
        <Fact name="Kind">{orderName(order)}</Fact>
        <Fact name="Sells">
          <TokenAmount units={order.amountIn} contractId={order.inputToken} />
        </Fact>
        <Fact name="Buys">
          <TokenSymbol contractId={order.outputToken} />{' '}
          <span class="muted">{balanceName(order.outputToken)}</span>
        </Fact>
        <Fact name="Minimum received">
          {minAmountOut === undefined ? (
            'None'
          ) : (
            <>
              <TokenAmount units={minAmountOut} contractId={order.outputToken} />
              <small class="muted">Signed: the chain pays at least this, or nothing.</small>
            </>
          )}
        </Fact>
        <Fact name="Entry confirmed">{order.activatedAt && fullTime(order.activatedAt)}</Fact>
        <Fact name="Left over">
          {order.leftOver && (
            <>
              <TokenAmount units={order.leftOver} contractId={order.inputToken} />
              <small class="muted">Its entry bought this much more than it sells.</small>
            </>
          )}
        </Fact>
        <Fact name="Paid">
          {executedAmountIn && <TokenAmount units={executedAmountIn} contractId={order.inputToken} />}
        </Fact>
        <Fact name="Received">
          {executedAmountOut && <TokenAmount units={executedAmountOut} contractId={order.outputToken} />}
        </Fact>
        <Fact name={hasPriceTrigger(order) ? 'Trigger' : 'Terms'}>{triggerWords(order, words)}</Fact>
        <Fact name="Stop now">{stopWords(order, words)}</Fact>
        <Fact name="Confirmation">{confirmWords(order, useService().defaults.confirmBlocks)}</Fact>
        <Fact name="Least liquidity">
          {order.minLiquidityUsd === undefined ? undefined : roughDollars(order.minLiquidityUsd)}
        </Fact>
        <Fact name="Not before">{order.validFrom && fullTime(order.validFrom)}</Fact>
        <Fact name="Not after">{order.validTo && fullTime(order.validTo)}</Fact>
        <Fact name="Slippage">{slippageWords(order)}</Fact>
        <Fact name="Max. price impact">
          {order.maxPriceImpact === undefined ? undefined : share(order.maxPriceImpact)}
        </Fact>
        <Fact name="Route">{order.metadata?.quote && <RoutePath quote={order.metadata.quote} />}</Fact>
        <Fact name="Placed">
          <Ago at={order.createdAt} />
        </Fact>
        <Fact name="Transaction">{order.txid && <TxidLink txid={order.txid} />}</Fact>
        <Fact name="Block">{blockHeight?.toString()}</Fact>
        <Fact name="Fee, paid by the operator">{feeUstx && `${exactAmount(feeUstx, STX_DECIMALS)} STX`}</Fact>
        <Fact name="Owner">
          <CopyableId id={order.owner} label="owner" />
        </Fact>
        <Fact name="Recipient">
          {order.recipient === order.owner ? (
            'Its owner'
          ) : (
            <CopyableId id={order.recipient} label="recipient" />
          )}
        </Fact>
        <Fact name="Router">
          <CopyableId id={order.router} label="router" />
        </Fact>
        <Fact name="uuid">
          {uuid && (
            <>
              <CopyableId id={uuid} label="uuid" />
              <small class="muted">For its owner: share the handle instead.</small>
            </>
          )}
        </Fact>
        <Fact name="Handle">
          <CopyableId id={order.handle} label="handle" />
          <small class="muted">Its public name, also in its address.</small>
        </Fact>
      </dl>
    </section>
  );
}
