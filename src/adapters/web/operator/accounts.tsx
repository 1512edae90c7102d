import type { OperatorAccount } from '../../../client/index.js';
import { exactAmount } from '../format/amounts.js';
import { Ago } from '../parts/ago.js';
import { CopyableId } from '../parts/copy.js';
import { Empty } from '../parts/states.js';

const STX_DECIMALS = 6;

/** The accounts that pay for swaps. */
export function Accounts({ accounts }: { readonly accounts: readonly OperatorAccount[] }) {
  return (
    <section class="card operator-part">
      <h2>Accounts</h2>
      {accounts.length === 0 ? (
        <Empty title="This process has no operator key." />
      ) : (
        <div class="table-scroll flat" tabIndex={0} role="region" aria-label="Accounts">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" class="number">
                  Balance, STX
                </th>
                <th scope="col" class="number">
                  Confirmed nonce
                </th>
                <th scope="col" class="number">
                  Next nonce
                </th>
                <th scope="col" class="number">
                  In flight
                </th>
                <th scope="col">Oldest unsettled</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <Row key={account.address} account={account} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const Row = ({ account }: { readonly account: OperatorAccount }) => (
  <tr>
    <th scope="row">
      <CopyableId id={account.address} label="account" />
    </th>
    <td class="number">
      {account.balanceUstx === null ? 'not read' : exactAmount(account.balanceUstx, STX_DECIMALS)}
    </td>
    <td class="number">{account.confirmedNonce ?? '–'}</td>
    <td class="number">{account.nextNonce ?? '–'}</td>
    <td class="number">{account.inFlight}</td>
    <td>
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
