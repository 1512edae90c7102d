import type { Portfolio } from '../../../sdk/client/index.js';
import { dollars, worth } from '../../../sdk/words/numbers.js';
import { Button } from '../parts/button.js';
import { Change } from '../parts/change.js';
import { Fact } from '../parts/fact.js';
import { PricesOf } from '../parts/prices-of.js';
import { Empty, Failed, Outdated, Pending } from '../parts/states.js';
import { wallet } from '../session/wallet.js';
import { openWallets } from '../shell/wallet-button.js';
import type { Signed } from '../wallet/use-signed.js';
import { FillsCard } from './fills-card.js';
import { Gain } from './gain.js';
import { HoldingsTable } from './holdings-table.js';
import { dayChange, holdingRows, reservedUsd, type HoldingRow } from './model.js';
import { MoveDialog } from './move-dialog.js';
import { useOwn, usePortfolio, type Own } from './use-portfolio.js';

/** Holdings of the wallet, with the results and fills of its orders. */
export function View() {
  const address = wallet.value?.signer.address;
  return (
    <section class="view stack">
      <div class="between">
        <h1>Portfolio</h1>
        <PricesOf />
      </div>
      {address === undefined ? (
        <Empty title="Connect a wallet to see what it holds.">
          <Button tone="primary" onClick={openWallets}>
            Connect
          </Button>
        </Empty>
      ) : (
        <Held key={address} address={address} />
      )}
    </section>
  );
}

function Held({ address }: { readonly address: string }) {
  const { reading, again } = usePortfolio(address);
  const { value, problem } = reading.value;
  const own = useOwn(address, value);
  if (value === undefined) return <Pending what="balances" rows={10} problem={problem} again={again} />;
  const rows = holdingRows(value, own.value.value?.results);
  return (
    <>
      {problem !== undefined && <Outdated problem={problem} />}
      <Totals portfolio={value} rows={rows} own={own} />
      {rows.length === 0 ? (
        <Empty title="This wallet holds none of the exchange’s tokens." />
      ) : (
        <HoldingsTable rows={rows} />
      )}
      <MoveDialog onArrived={again} />
      <FillsCard own={own} address={address} />
    </>
  );
}

interface TotalsProps {
  readonly portfolio: Portfolio;
  readonly rows: readonly HoldingRow[];
  readonly own: Signed<Own>;
}

function Totals({ portfolio, rows, own }: TotalsProps) {
  const day = dayChange(rows);
  const results = own.value.value?.results;
  const problem = own.problem.value;
  return (
    <section class="card stack" aria-label="Total">
      <p class="portfolio-total">
        <strong>{dollars(portfolio.valueUsd)}</strong>{' '}
        {day !== undefined && (
          <>
            <Gain usd={day.usd} /> <Change value={day.percent} /> <span class="muted small">24 h</span>
          </>
        )}
      </p>
      {!portfolio.isComplete && (
        <p class="is-warn small">
          A balance could not be read, or a token has no price: the total is too low.
        </p>
      )}
      {problem !== undefined && <Failed problem={problem} again={own.read} />}
      <dl class="grid figures portfolio-figures">
        <Fact name="Unrealised">{results === undefined ? '–' : <Gain usd={results.unrealisedUsd} />}</Fact>
        <Fact name="Realised">{results === undefined ? '–' : <Gain usd={results.realisedUsd} />}</Fact>
        <Fact name="Reserved by open orders">
          {results === undefined ? '–' : worth(reservedUsd(results))}
        </Fact>
        <Fact name="Fills">{results === undefined ? '–' : results.fills}</Fact>
      </dl>
      {results === undefined && problem === undefined && !own.isReading.value && (
        <p class="between">
          <span class="muted small">
            Your wallet signs a message to show results and fills. It costs nothing and moves nothing.
          </span>
          <Button tone="primary" onClick={own.read}>
            Sign and show
          </Button>
        </p>
      )}
      {results !== undefined && (
        <p class="muted small">
          Results are of your orders’ fills, by average cost. What came into the wallet otherwise has no cost
          here.
          {results.unpricedFills > 0 && ` ${results.unpricedFills} had no recorded price and are left out.`}
          {!results.isComplete && ' Only the newest 10,000 fills count.'}
        </p>
      )}
    </section>
  );
}
