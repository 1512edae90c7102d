import type { OperatorAccount, OperatorStatus } from '../../../sdk/client/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { Ago } from '../parts/ago.js';
import { CopyableId } from '../parts/copy.js';
import { DataTable } from '../parts/data-table.js';
import { Empty } from '../parts/states.js';
import { runwayWords, stx, topUpWords } from './operator-words.js';

const STX_DECIMALS = 6;

/** The accounts that pay for swaps, and the number of swaps that each can still pay for. */
export function Accounts({ status: { accounts, sending } }: { readonly status: OperatorStatus }) {
  const poor = accounts.flatMap((account) => topUpWords(account, sending) ?? []);
  return (
    <section class="card stack operator-part" id="accounts" tabIndex={-1}>
      <h2>Accounts</h2>
      {poor.map((words) => (
        <p class="banner warn" key={words}>
          {words}
        </p>
      ))}
      {accounts.length === 0 ? (
        <Empty title="This process has no operator key." />
      ) : (
        <>
          <p class="muted small">{termsWords(sending)}</p>
          <DataTable label="Accounts" box="table-scroll" class="table accounts" columns={COLUMNS}>
            {accounts.map((account) => (
              <Row key={account.address} account={account} sending={sending} />
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}

type Figure = (account: OperatorAccount, sending: OperatorStatus['sending']) => string | number;

/** The columns of figures. On a phone, each figure is preceded by its name. */
const FIGURES: readonly (readonly [name: string, figure: Figure])[] = [
  [
    'Balance, STX',
    ({ balanceUstx }) => (balanceUstx === null ? 'not read' : exactAmount(balanceUstx, STX_DECIMALS)),
  ],
  ['Swaps left', runwayWords],
  ['Confirmed nonce', ({ confirmedNonce }) => confirmedNonce ?? '–'],
  ['Next nonce', ({ nextNonce }) => nextNonce ?? '–'],
  ['In flight', ({ inFlight }) => inFlight],
];
const OLDEST = 'Oldest unsettled';
const COLUMNS = ['Account', ...FIGURES.map(([name]) => [name, 'number'] as const), OLDEST];

/** Least balance of an account, and the mean fee of a swap. */
function termsWords({ leastBalanceUstx, meanFeeUstx }: OperatorStatus['sending']): string {
  const least =
    leastBalanceUstx === null
      ? 'No least balance is set.'
      : `An account pays while it holds at least ${stx(leastBalanceUstx)}.`;
  return meanFeeUstx === null
    ? `${least} No swap within a day tells what one costs.`
    : `${least} Swaps left are estimated from the day’s mean fee, ${stx(meanFeeUstx)}.`;
}

interface RowProps {
  readonly account: OperatorAccount;
  readonly sending: OperatorStatus['sending'];
}

const Row = ({ account, sending }: RowProps) => (
  <tr>
    <th scope="row">
      <CopyableId id={account.address} label="account" />
    </th>
    {FIGURES.map(([name, figure]) => (
      <td class="number" key={name} data-label={name}>
        {figure(account, sending)}
      </td>
    ))}
    <td data-label={OLDEST}>
      {account.oldestTxid === null ? (
        '–'
      ) : (
        <>
          <CopyableId id={account.oldestTxid} label="transaction id" />{' '}
          {account.oldestSince !== null && <Ago at={account.oldestSince} />}
        </>
      )}
    </td>
  </tr>
);
