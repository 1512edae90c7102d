import { useSignal } from '@preact/signals';
import type { Quote, Vault } from '../../../client/index.js';
import { exactAmount, shortAmount } from '../format/amounts.js';
import { oneLine } from '../format/names.js';
import { percent } from '../format/numbers.js';
import { useReading } from '../live/reading.js';
import { Failed, Loading } from '../parts/states.js';
import type { Desk } from './desk.js';
import { alternatives, type Alternative } from './model/alternatives.js';
import { otherAmounts, type OtherAmount } from './model/other-amounts.js';
import { distance } from './model/rates.js';

interface OtherProps {
  readonly desk: Desk;
  readonly vaults: readonly Vault[];
  readonly best: Quote;
}

/** Other routes and other amounts beside the quote, read once the visitor asks for them. */
export function OtherQuotes(props: OtherProps) {
  const isOpen = useSignal(false);
  return (
    <details
      class="other-quotes"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>Compare other routes and amounts</summary>
      {isOpen.value && <Compared {...props} />}
    </details>
  );
}

function Compared({ desk, vaults, best }: OtherProps) {
  const { sell, buy } = desk.form.value;
  const { reading, again } = useReading(async ({ quotes }, signal) => {
    const request = desk.request.value;
    if (request === undefined) return undefined;
    const [routes, amounts] = await Promise.all([
      alternatives(quotes, { vaults, request, best }, signal),
      otherAmounts(quotes, { request, best }, signal),
    ]);
    return { routes, amounts, best };
  });
  const { value, problem, isLoading } = reading.value;
  if (problem !== undefined) return <Failed problem={problem} again={again} />;
  if (value === undefined || sell === undefined || buy === undefined)
    return <Loading what="other quotes" rows={5} />;
  const symbol = oneLine(buy.symbol, 16);
  return (
    <div aria-busy={isLoading}>
      {value.routes.length === 0 ? (
        <p class="muted small">No other route of four hops or fewer was found through one token.</p>
      ) : (
        <Table
          head={['Route', `Receive, ${symbol}`, 'Beside the quote']}
          rows={value.routes.map((route) => ({
            name: pathText(route),
            units: route.amountOut,
            off: distance(route.amountOut, BigInt(value.best.amountOutExact)),
          }))}
          decimals={buy.decimals}
        />
      )}
      <Table
        head={[`Amount, ${oneLine(sell.symbol, 16)}`, `Receive, ${symbol}`, 'Price beside the quote']}
        rows={value.amounts.map((other: OtherAmount) => ({
          name: shortAmount(other.amountIn.toString(), sell.decimals),
          units: other.amountOut,
          off: other.off,
        }))}
        decimals={buy.decimals}
      />
      <p class="muted small">
        Each other route is put together of two quotes, through one token between. As the market was{' '}
        {isLoading ? 'before' : 'when this was opened'}.{' '}
        <button type="button" class="text-button" onClick={again}>
          Compare again
        </button>
      </p>
    </div>
  );
}

const pathText = ({ hops }: Alternative): string =>
  [hops[0]!.tokenIn, ...hops.map(({ tokenOut }) => tokenOut)]
    .map(({ symbol }) => oneLine(symbol, 12))
    .join(' → ');

interface Row {
  readonly name: string;
  readonly units: bigint;
  /** A fraction. */
  readonly off: number | undefined;
}

interface TableProps {
  readonly head: readonly [string, string, string];
  readonly rows: readonly Row[];
  readonly decimals: number;
}

function Table({ head: [first, ...numbers], rows, decimals }: TableProps) {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={first}>
      <table class="table compact">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {numbers.map((text) => (
              <th scope="col" class="number" key={text}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, units, off }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td class="number" title={exactAmount(units.toString(), decimals)}>
                {shortAmount(units.toString(), decimals)}
              </td>
              <td class="number">{off === undefined ? '–' : percent(off * 100)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
