import { exactAmount, shortAmount } from '../format/amounts.js';
import { oneLine } from '../format/names.js';
import { share } from '../format/numbers.js';
import { registry } from '../live/registry.js';
import { TokenSymbol } from '../parts/token-amount.js';
import { Empty } from '../parts/states.js';
import { href } from '../route.js';
import { ContractId } from './contract-id.js';
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
          <table class="table pools">
            <thead>
              <tr>
                <th scope="col">Vault</th>
                <th scope="col">With</th>
                <th scope="col" class="number">
                  Reserves, <bdi>{symbol}</bdi>
                </th>
                <th scope="col" class="number not-narrow">
                  Share
                </th>
                <th scope="col" class="number not-narrow">
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
  const partText = part === undefined ? '–' : share(part);
  const fee = vault.feePpm === null ? 'unknown' : share(vault.feePpm / PPM);
  return (
    <tr>
      <th scope="row">
        <bdi>{oneLine(vault.name, 40)}</bdi> <span class="muted small">{vault.kind}</span>
        <span class="only-narrow muted">Fee {fee}</span>
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
        {part !== undefined && <span class="only-narrow muted">{partText} of all</span>}
      </td>
      <td class="number not-narrow">{partText}</td>
      <td class="number not-narrow">{fee}</td>
      <td class="not-narrow">
        <ContractId id={vault.contractId} label="vault’s contract id" />
      </td>
    </tr>
  );
}
