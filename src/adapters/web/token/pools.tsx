import { exactAmount, shortAmount } from '../format/amounts.js';
import { oneLine } from '../format/names.js';
import { share } from '../format/numbers.js';
import { registry } from '../live/registry.js';
import { CopyableId } from '../parts/copy.js';
import { TokenSymbol } from '../parts/token-amount.js';
import { Empty } from '../parts/states.js';
import { href } from '../route.js';
import { holdingsOf, type Holding } from './held-by.js';

interface PoolsProps {
  readonly contractId: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** The vaults that hold the token, with what they hold. */
export function Pools({ contractId, symbol, decimals }: PoolsProps) {
  const held = holdingsOf(registry.value?.vaults ?? [], contractId);
  return (
    <section class="card token-wide">
      <h2>Held by</h2>
      {held.length === 0 ? (
        <Empty title="No vault of this exchange holds it." />
      ) : (
        <div class="table-scroll flat">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Vault</th>
                <th scope="col">With</th>
                <th scope="col" class="number">
                  Reserves, <bdi>{symbol}</bdi>
                </th>
                <th scope="col" class="number">
                  Share
                </th>
                <th scope="col" class="number">
                  Fee
                </th>
                <th scope="col" class="not-narrow">
                  Contract
                </th>
              </tr>
            </thead>
            <tbody>
              {held.map((holding) => (
                <Row key={holding.vault.contractId} holding={holding} decimals={decimals} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
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
  return (
    <tr>
      <th scope="row">
        <bdi>{oneLine(vault.name, 40)}</bdi> <span class="muted small">{vault.kind}</span>
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
      </td>
      <td class="number">{part === undefined ? '–' : share(part)}</td>
      <td class="number">{vault.feePpm === null ? 'unknown' : share(vault.feePpm / PPM)}</td>
      <td class="not-narrow">
        <CopyableId id={vault.contractId} label="vault’s contract id" />
      </td>
    </tr>
  );
}
