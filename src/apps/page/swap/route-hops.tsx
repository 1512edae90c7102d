import type { Hop, Quote, QuoteToken } from '../../../sdk/client/index.js';
import { exactAmount, shortAmount } from '../../../sdk/words/amounts.js';
import { oneLine, shortId } from '../../../sdk/words/names.js';
import { loss, share } from '../../../sdk/words/numbers.js';
import { wholeToken } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { TokenLabel } from '../parts/token-label.js';
import { TokenMark } from '../parts/token-mark.js';
import { hopImpacts, hopUnits, type HopImpact } from './model/impact.js';

/** The route from token to token, with each vault's fee and effect on the price. */
export function RouteHops({ quote }: { readonly quote: Quote }) {
  const impacts = hopImpacts(quote);
  const { hops } = quote;
  return (
    <>
      <h3>
        Route, {hops.length} {hops.length === 1 ? 'hop' : 'hops'}
      </h3>
      <ol class="plain">
        <li class="route-token">
          <TokenStop
            token={hops[0]!.tokenIn}
            amount={exactAmount(quote.amountInExact, hops[0]!.tokenIn.decimals)}
          />
        </li>
        {hops.map((hop, n) => (
          <RouteHop
            key={hop.vault.contractId}
            hop={hop}
            impact={impacts[n]!}
            fee={quote.fees[n]?.amount ?? '0'}
            amount={
              n === hops.length - 1
                ? exactAmount(quote.amountOutExact, hop.tokenOut.decimals)
                : shortAmount(hopUnits(hop.quote.amountOut), hop.tokenOut.decimals)
            }
          />
        ))}
      </ol>
    </>
  );
}

interface RouteHopProps {
  readonly hop: Hop;
  readonly impact: HopImpact;
  readonly fee: string;
  /** Output as text: exact at the end of the route, as in the quote. */
  readonly amount: string;
}

function RouteHop({ hop: { vault, tokenIn, tokenOut, opcode }, impact, fee, amount }: RouteHopProps) {
  const isBridge = vault.type === 'SUBLINK';
  return (
    <>
      <li class="route-hop">
        <span class="wrap" title={vault.contractId}>
          <bdi>{oneLine(vault.name, 32) || shortId(vault.contractId)}</bdi>
          <span class="muted small">{isBridge ? (opcode === 5 ? 'deposit' : 'withdrawal') : vault.kind}</span>
        </span>
        {isBridge ? (
          <span class="muted small">one for one, no fee</span>
        ) : (
          <span class="between muted small">
            <span title={`${exactAmount(fee, tokenIn.decimals)} ${nameFor(tokenIn)}`}>
              fee {share(vault.fee / 1_000_000)}, {shortAmount(fee, tokenIn.decimals)}{' '}
              <TokenLabel token={tokenIn} />
            </span>
            <span>{impactText(impact)}</span>
          </span>
        )}
      </li>
      <li class="route-token">
        <TokenStop token={tokenOut} amount={amount} />
      </li>
    </>
  );
}

function impactText({ impact, share: part }: HopImpact): string {
  if (impact === undefined) return 'price impact not known for this hop alone';
  const percent = Math.round((part ?? 0) * 100);
  const whole = part === undefined ? '' : `, ${percent === 0 ? 'under 1' : percent}% of the impact`;
  return `price impact ${loss(impact)}${whole}`;
}

const TokenStop = ({ token, amount }: { readonly token: QuoteToken; readonly amount: string }) => (
  <>
    <TokenMark token={wholeToken(token)} size={22} />
    <span class="token-symbol" title={token.contractId}>
      <TokenLabel token={token} /> <span class="muted small">{token.type === 'SUBNET' && 'to trade'}</span>
    </span>
    <span class="number">{amount}</span>
  </>
);
