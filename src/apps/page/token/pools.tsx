import { exactAmount, shortAmount } from '../../../sdk/words/amounts.js';
import { oneLine } from '../../../sdk/words/names.js';
import { share } from '../../../sdk/words/numbers.js';
import { registry } from '../live/registry.js';
import { DataTable } from '../parts/data-table.js';
import { TokenSymbol } from '../parts/token-amount.js';
import { href } from '../route.js';
import { ContractId } from './contract-id.js';
import { heldBy, type Holding } from './held-by.js';

interface PoolsProps {
  readonly contractId: string;
  readonly symbol: string;
  readonly decimals: number;
}

const columnsOf = (symbol: string) =>
  [
    'Pool',
    'With',
    [
      <>
        Reserves, <bdi>{symbol}</bdi>
      </>,
      'number',
    ],
    ['Share of pools', 'number not-narrow'],
    ['Fee', 'number not-narrow'],
    ['Contract', 'not-narrow'],
  ] as const;

/** The vaults that hold the token, with their holdings. */
export function Pools({ contractId, symbol, decimals }: PoolsProps) {
  const { tokens = [], vaults = [] } = registry.value ?? {};
  const copies = tokens.filter(({ base }) => base === contractId).map((copy) => copy.contractId);
  const { pools, bridges } = heldBy(vaults, [contractId, ...copies]);
  return (
    <section class="card stack token-wide">
      <h2>Held by</h2>
      {pools.length === 0 ? (
        <p class="muted">No pool of this exchange holds it.</p>
      ) : (
        <DataTable label="Pools" box="table-scroll" class="table pools" columns={columnsOf(symbol)}>
          {pools.map((holding) => (
            <Row key={holding.vault.contractId} holding={holding} decimals={decimals} />
          ))}
        </DataTable>
      )}
      {bridges.map((bridge) => (
        <Bridge key={bridge.vault.contractId} bridge={bridge} decimals={decimals} />
      ))}
    </section>
  );
}

interface BridgeProps {
  readonly bridge: Holding;
  readonly decimals: number;
}

/** Bridge between a token and its subnet copy, the balance that pays for orders. It holds the deposits that back the copies. */
function Bridge({ bridge: { vault, side, other }, decimals }: BridgeProps) {
  const held = side.reservesExact;
  return (
    <p class="bridge">
      <span class="badge">bridge</span> <bdi>{oneLine(vault.name, 40)}</bdi> changes it one to one into what
      pays for orders, a copy in a subnet contract, and back
      {held !== null && (
        <>
          . It holds <span title={exactAmount(held, decimals)}>{shortAmount(held, decimals)}</span>, which is
          no liquidity
        </>
      )}
      . <ContractId id={other.contractId} label="copy’s contract id" />{' '}
      <ContractId id={vault.contractId} label="bridge’s contract id" />
    </p>
  );
}

const PPM = 1_000_000;

function Row({
  holding: { vault, side, other, share: part },
  decimals,
}: {
  readonly holding: Holding;
  readonly decimals: number;
}) {
  const partText = part === undefined ? '–' : share(part);
  const feeWords = vault.feePpm === null ? 'unknown' : share(vault.feePpm / PPM);
  return (
    <tr>
      <th scope="row">
        <bdi>{oneLine(vault.name, 40)}</bdi> <span class="muted small">{vault.kind}</span>
        <span class="only-narrow muted">Fee {feeWords}</span>
      </th>
      <td>
        <a href={href('token', [other.contractId])}>
          <TokenSymbol contractId={other.contractId} />
        </a>
      </td>
      <td
        class="number"
        title={side.reservesExact === null ? undefined : exactAmount(side.reservesExact, decimals)}
      >
        {side.reservesExact === null ? 'not read' : shortAmount(side.reservesExact, decimals)}
        {part !== undefined && <span class="only-narrow muted">{partText} of pools</span>}
      </td>
      <td class="number not-narrow">{partText}</td>
      <td class="number not-narrow">{feeWords}</td>
      <td class="not-narrow">
        <ContractId id={vault.contractId} label="vault’s contract id" />
      </td>
    </tr>
  );
}
