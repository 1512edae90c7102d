import type { Order } from '../../../sdk/client/index.js';
import { percent } from '../../../sdk/words/numbers.js';
import { hasPriceTrigger, triggerWords } from '../../../sdk/words/order.js';
import { distance } from '../../../sdk/words/rates.js';
import { useReading } from '../live/reading.js';
import { listedWords } from '../live/token-names.js';
import { Fact } from '../parts/fact.js';
import { TokenAmount } from '../parts/token-amount.js';
import { quotesNow, shownQuote } from '../swap/live/quotes-now.js';
import { priceOfOrder } from './order-price.js';
import { priceFacts } from './price-facts.js';

const AGAIN_MS = 10_000;

/** Outcome of an execution now: the quote beside the minimum, and the distance of the trigger. */
export function ExecutionNow({ order }: { readonly order: Order }) {
  const { inputToken, outputToken, amountIn, minAmountOut } = order;
  const { reading } = useReading(
    (client, signal) =>
      quotesNow(client, [{ tokenIn: inputToken, tokenOut: outputToken, amount: amountIn }], signal).then(
        ([item]) => shownQuote(item),
      ),
    AGAIN_MS,
  );
  const { value: quote, problem } = reading.value;
  const out = quote?.amountOutExact ?? '0';
  const least = minAmountOut ?? '0';
  const over = out === '0' || least === '0' ? undefined : distance(BigInt(out), BigInt(least));
  const { now, distance: far } = priceOfOrder(order, priceFacts.value);
  return (
    <>
      <p>The server takes a new quote and sends the swap now, whatever the trigger says.</p>
      <dl class="facts">
        <Fact name="Sells">
          <TokenAmount units={amountIn} contractId={inputToken} />
        </Fact>
        <Fact name="Quoted now">
          {out !== '0' ? (
            <TokenAmount units={out} contractId={outputToken} />
          ) : quote !== undefined ? (
            'There is no route now'
          ) : (
            (problem?.message ?? 'Asking…')
          )}
        </Fact>
        <Fact name="Minimum">
          {least === '0' ? undefined : (
            <>
              <TokenAmount units={least} contractId={outputToken} />
              {over !== undefined && (
                <small class={over < 0 ? 'is-bad' : 'muted'}>
                  {over < 0
                    ? `The quote is ${percent(over * 100)} short of it: nothing would be sent.`
                    : `The quote is ${percent(over * 100)} above it.`}
                </small>
              )}
            </>
          )}
        </Fact>
        <Fact name="Trigger">
          {hasPriceTrigger(order) && (
            <>
              {triggerWords(order, listedWords.value)}
              {now !== undefined && (
                <small class="muted">
                  {now} now
                  {far !== undefined && `: the market would still have to move by ${percent(far * 100)}`}
                </small>
              )}
            </>
          )}
        </Fact>
      </dl>
      <p class="muted">The operator pays the fee. Your wallet signs the request.</p>
    </>
  );
}
