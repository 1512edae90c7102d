import { decimal } from '../../../sdk/signing/index.js';
import { plainNumber, percentOf } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { depthRows, type Depth } from './model/depth.js';
import type { Pair } from './model/lines.js';
import { LANGUAGE } from '../../../sdk/words/language.js';

interface DepthProps {
  readonly depth: Depth;
  readonly pair: Pair;
}

const short = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumSignificantDigits: 3 });
const amountText = (amount: number): string => (amount < 1 ? plainNumber(amount) : short.format(amount));

/** Amounts of the sold token that the market takes and gives before its price has moved by given shares. */
export function DepthTable({ depth, pair }: DepthProps) {
  const { decimals } = pair.sell;
  const name = nameFor(pair.sell);
  const rows = depthRows(depth, (units) => Number(decimal(units, decimals)));
  if (rows.length === 0) return <p class="muted small">No amount of this pair can be swapped now.</p>;
  const most = Math.max(...rows.flatMap(({ sell = 0, buy = 0 }) => [sell, buy]));
  const isEstimate = depth.sells?.isEstimate === true || depth.buys?.isEstimate === true;
  return (
    <table class="depth">
      <caption>
        Amount of {name} that moves its price{isEstimate && ', at most'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Selling</th>
          <th scope="col">Move</th>
          <th scope="col">Buying</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ move, sell, buy }) => (
          <tr key={move}>
            <td class="sells">
              <Bar amount={sell} most={most} />
            </td>
            <th scope="row">{percentOf(move, 1)}</th>
            <td class="buys">
              <Bar amount={buy} most={most} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Bar = ({ amount, most }: { readonly amount: number | undefined; readonly most: number }) =>
  amount === undefined ? (
    <span class="depth-bar muted">–</span>
  ) : (
    <span class="depth-bar" style={{ '--part': String(amount / most) }}>
      {amountText(amount)}
    </span>
  );
