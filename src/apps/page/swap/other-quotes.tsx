import { useSignal, useSignalEffect } from '@preact/signals';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { oneLine, shortId } from '../../../sdk/words/names.js';
import { percent } from '../../../sdk/words/numbers.js';
import { isBridge } from '../../../sdk/words/vault-maths.js';
import { useReading } from '../live/reading.js';
import { tokenOf } from '../live/registry.js';
import { nameFor, pathNames } from '../live/token-names.js';
import { DataTable } from '../parts/data-table.js';
import { Failed, Loading } from '../parts/states.js';
import type { Desk } from './desk.js';
import { compare } from './live/compare.js';
import { idOf, type OtherRoute } from './model/other-routes.js';
import { distance } from '../../../sdk/words/rates.js';

interface OtherProps {
  readonly desk: Desk;
}

/** Other routes and other amounts compared with the quote, read once the visitor asks for them. */
export function OtherQuotes(props: OtherProps) {
  const isOpen = useSignal(false);
  return (
    <details
      class="foldable"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>Compare routes and amounts</summary>
      {isOpen.value && <Compared {...props} />}
    </details>
  );
}

/** Block of the quote that the form shows; of the last one while it is read again. */
function useQuotedBlock({ live }: Desk) {
  const height = useSignal<number | undefined>(undefined);
  useSignalEffect(() => {
    height.value = live.value.quote?.blockHeight ?? height.peek();
  });
  return height;
}

function Compared({ desk }: OtherProps) {
  const { sell, buy } = desk.form.value;
  const height = useQuotedBlock(desk);
  const { reading, again } = useReading(async (client, signal) => {
    const request = desk.request.value;
    const quotedAt = height.value;
    if (request === undefined) return undefined;
    const compared = await compare(client, request, signal);
    // The quote beside it is of the same block, so that both show the same numbers.
    if ((compared?.best.blockHeight ?? 0) > (quotedAt ?? Infinity)) desk.quoteAgain();
    return compared;
  });
  const { value, problem, isLoading } = reading.value;
  if (problem !== undefined) return <Failed problem={problem} again={again} />;
  if (value === undefined || sell === undefined || buy === undefined)
    return <Loading what="other quotes" rows={5} />;
  const symbol = nameFor(buy);
  return (
    <div class="stack" aria-busy={isLoading}>
      {value.routes.length === 0 ? (
        <p class="muted small">No other route of four hops or fewer leads over pools alone.</p>
      ) : (
        <Table
          head={['Routes', `Receive, ${symbol}`, 'Against the quote']}
          rows={[
            { key: 'quoted', name: 'The quoted route', units: value.expected, off: 0 },
            ...value.routes.map((route) => ({
              key: idOf(route.vaults),
              name: pathText(route),
              detail: detailOf(route, value.expected),
              units: route.amountOut,
              off: distance(route.amountOut, value.expected),
            })),
          ]}
          decimals={buy.decimals}
        />
      )}
      <Table
        head={[`Amount, ${nameFor(sell)}`, `Receive, ${symbol}`, 'Price against the quote']}
        rows={value.amounts.map((other) => ({
          key: other.amountIn.toString(),
          name: exactAmount(other.amountIn, sell.decimals),
          units: other.amountOut,
          off: other.off,
        }))}
        decimals={buy.decimals}
      />
      <p class="muted small">
        {value.best.blockHeight !== undefined && `As of block ${value.best.blockHeight}. `}Other routes are
        computed from the reserves of pools, without vaults of other exchanges.{' '}
        <button type="button" class="text-button" onClick={again}>
          Compare again
        </button>
      </p>
    </div>
  );
}

/** A route by its tokens. */
const pathText = ({ tokens }: OtherRoute): string =>
  pathNames(tokens.map((id) => tokenOf.value.get(id) ?? { contractId: id, symbol: shortId(id) })).join(' → ');

/** The pools of the route. A deposit or a withdrawal on the way is no pool. */
const vaultsText = ({ vaults }: OtherRoute): string => {
  const pools = vaults.filter((vault) => !isBridge(vault));
  return pools.length === 0 ? 'no pool' : pools.map(({ name }) => oneLine(name, 32)).join(', ');
};

/** Pools of the route and, if its output is higher than that of the quote, the reason why it was not chosen. */
function detailOf(route: OtherRoute, expected: bigint): string {
  const pools = vaultsText(route);
  if (route.amountOut <= expected) return pools;
  const isCopyPaid = tokenOf.value.get(route.tokens.at(-1)!)?.type === 'SUBNET';
  const last = route.vaults.at(-1);
  return isCopyPaid && (last === undefined || !isBridge(last))
    ? `${pools} · not chosen: the chain cannot hold it to a minimum`
    : `${pools} · not chosen: a vault on it is left out for now`;
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly detail?: string;
  readonly units: bigint;
  /** Price advantage over the quote, a signed fraction. */
  readonly off: number | undefined;
}

interface TableProps {
  readonly head: readonly [string, string, string];
  readonly rows: readonly Row[];
  readonly decimals: number;
}

const Table = ({ head: [first, ...numbers], rows, decimals }: TableProps) => (
  <DataTable
    label={first}
    class="table compact"
    columns={[first, ...numbers.map((text) => [text, 'number'] as const)]}
  >
    {rows.map(({ key, name, detail, units, off }) => (
      <tr key={key}>
        <th scope="row">
          <bdi>{name}</bdi>
          {detail !== undefined && <bdi class="muted">{detail}</bdi>}
        </th>
        <td class="number">{exactAmount(units, decimals)}</td>
        <td class="number">{off === undefined ? '–' : percent(off * 100)}</td>
      </tr>
    ))}
  </DataTable>
);
