import { exactAmount, shortAmount } from '../../../sdk/words/amounts.js';
import { dollars, percentOf, shortDollars, worth } from '../../../sdk/words/numbers.js';
import { tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { Change } from '../parts/change.js';
import { DataTable } from '../parts/data-table.js';
import { TokenName } from '../parts/token-mark.js';
import { wallet } from '../session/wallet.js';
import { href } from '../route.js';
import { Gain } from './gain.js';
import { askToMove } from './move-dialog.js';
import { balanceOf, type HoldingRow } from './model.js';

const COLUMNS = [
  'Token',
  ['Price, 24 h', 'number not-narrow'],
  ['Balance', 'number'],
  ['Value', 'number not-narrow'],
  ['Average cost', 'number wide'],
  ['Unrealised', 'number not-narrow'],
  ['Realised', 'number wide'],
] as const;

/** A row for each token: both of its balances, worth, part of all, and what orders gained with it. */
export const HoldingsTable = ({ rows }: { readonly rows: readonly HoldingRow[] }) => (
  <DataTable label="Tokens" columns={COLUMNS} class="table holdings">
    {rows.map((row) => (
      <Holding key={row.contractId} row={row} />
    ))}
  </DataTable>
);

function Holding({ row }: { readonly row: HoldingRow }) {
  const { contractId, usd, change24h, valueUsd, result } = row;
  const token = tokenOf.value.get(contractId);
  if (token === undefined) return null;
  // Without units of a known cost there is nothing that could have gained.
  const unrealised = result === undefined || result.quantity === '0' ? null : result.unrealisedUsd;
  return (
    <tr>
      <th scope="row">
        <a class="row" href={href('token', [contractId])}>
          <TokenName token={token} />
        </a>
      </th>
      <td class="number not-narrow">
        {usd === null ? '–' : shortDollars(usd)}
        <br />
        <Change value={change24h} />
      </td>
      <td class="number">
        <Balances row={row} decimals={token.decimals} name={nameFor(token)} />
        {typeof row.copy?.balance === 'bigint' && (
          <button
            type="button"
            class="text-button small"
            aria-label={`Deposit or withdraw ${nameFor(token)}`}
            onClick={() => {
              const { contractId: copy, balance } = row.copy!;
              const owner = wallet.peek()!.signer.address;
              askToMove({ token, copy, owner, wallet: row.wallet, trading: balance! });
            }}
          >
            Deposit or withdraw
          </button>
        )}
        <span class="only-narrow">
          <Value row={row} /> {change24h !== null && <Change value={change24h} />}
        </span>
        {unrealised !== null && (
          <span class="only-narrow">
            <Gain usd={unrealised} /> <span class="muted">unrealised</span>
          </span>
        )}
      </td>
      <td class="number not-narrow">
        {valueUsd === null ? '–' : worth(valueUsd)}
        <Share share={row.share} />
      </td>
      <td class="number wide">
        {result === undefined || result.averageCostUsd === null ? '–' : dollars(result.averageCostUsd)}
      </td>
      <td class="number not-narrow">
        <Gain usd={unrealised} />
        {unrealised !== null && result !== undefined && result.costUsd > 0 && (
          <>
            <br />
            <Change value={(unrealised / result.costUsd) * 100} />
          </>
        )}
      </td>
      <td class="number wide">
        <Gain usd={result?.realisedUsd ?? null} />
      </td>
    </tr>
  );
}

const Value = ({ row: { valueUsd } }: { readonly row: HoldingRow }) => (
  <>{valueUsd === null ? 'no price' : worth(valueUsd)}</>
);

/** Part of the whole portfolio, as a bar and in percent. */
const Share = ({ share }: { readonly share: number | undefined }) =>
  share === undefined ? null : (
    <span class="share small muted">
      <span class="share-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {percentOf(share, 1)}
    </span>
  );

interface BalancesProps {
  readonly row: HoldingRow;
  readonly decimals: number;
  readonly name: string;
}

/** The whole balance, and below it where it is and what open orders will take. */
function Balances({ row, decimals, name }: BalancesProps) {
  const { wallet: outside, trading, result } = row;
  const all = balanceOf(row);
  const partWords = (units: bigint | null) =>
    units === null ? 'unknown' : shortAmount(String(units), decimals);
  return (
    <>
      <span title={all === null ? undefined : `${exactAmount(all, decimals)} ${name}`}>{partWords(all)}</span>
      {trading !== undefined && (
        <span class="holding-parts small muted">
          <span>{partWords(trading)} to trade</span> · <span>{partWords(outside)} in the wallet</span>
        </span>
      )}
      {result !== undefined && result.reserved !== '0' && (
        <span class="holding-parts small is-warn">
          {partWords(BigInt(result.reserved))} in {result.openOrders} open{' '}
          {result.openOrders === 1 ? 'order' : 'orders'}
        </span>
      )}
    </>
  );
}
