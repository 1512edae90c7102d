import { dollars, roughDollars } from '../format/numbers.js';
import { prices } from '../live/prices.js';
import { Change } from '../parts/change.js';
import { Sparkline } from '../parts/sparkline.js';
import { Loading } from '../parts/states.js';
import { TokenName } from '../parts/token-mark.js';
import { href } from '../route.js';

/** All tokens with their prices. */
export function MarketsView() {
  if (prices.value === undefined) return <Loading what="prices" rows={10} />;
  return (
    <section>
      <h1>Markets</h1>
      <div class="table-scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Token</th>
              <th scope="col" class="number">
                Price
              </th>
              <th scope="col" class="number">
                24 h
              </th>
              <th scope="col">7 days</th>
              <th scope="col" class="number">
                Liquidity
              </th>
            </tr>
          </thead>
          <tbody>
            {prices.value.tokens.map((token) => (
              <tr key={token.contractId}>
                <th scope="row">
                  <a href={href('token', [token.contractId])}>
                    <TokenName token={token} />
                  </a>
                </th>
                <td class="number">{dollars(token.usd)}</td>
                <td class="number">
                  <Change value={token.change['24h']} />
                </td>
                <td>
                  <Sparkline closes={token.sparkline ?? []} />
                </td>
                <td class="number">{roughDollars(token.liquidityUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
