import { useSignal } from '@preact/signals';
import type { Fill } from '../../../sdk/client/index.js';
import { worth } from '../../../sdk/words/numbers.js';
import { problemOf } from '../live/problem.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { DataTable } from '../parts/data-table.js';
import { saveFile } from '../parts/save-file.js';
import { Empty } from '../parts/states.js';
import { TokenAmount } from '../parts/token-amount.js';
import { href } from '../route.js';
import { useClient } from '../session/service.js';
import { tell, tellProblem } from '../shell/notices.js';
import type { Signed } from '../wallet/use-signed.js';
import { Gain } from './gain.js';
import { useMoreFills, type Own } from './use-portfolio.js';

const FORMATS = [
  ['koinly', 'Koinly'],
  ['cointracking', 'CoinTracking'],
] as const;

const COLUMNS = [
  'When',
  ['Sold', 'number'],
  ['Bought', 'number'],
  ['Worth', 'number not-narrow'],
  ['Result', 'number not-narrow'],
] as const;

interface FillsCardProps {
  readonly own: Signed<Own>;
  readonly address: string;
}

/** The fills of the wallet's orders, and files of them for taxes; nothing before the owner has shown them. */
export function FillsCard({ own, address }: FillsCardProps) {
  const { isReading, more } = useMoreFills(own);
  const known = own.value.value;
  if (known === undefined) return null;
  return (
    <section class="card stack" aria-labelledby="fills">
      <header class="between">
        <h2 id="fills">Fills</h2>
        <div class="wrap">
          {FORMATS.map(([format, name]) => (
            <SaveButton key={format} format={format} name={name} address={address} />
          ))}
        </div>
      </header>
      {known.fills.length === 0 ? (
        <Empty title="None of this wallet’s orders is filled yet." />
      ) : (
        <DataTable label="Fills" columns={COLUMNS} box="table-scroll" class="table fills">
          {known.fills.map((fill) => (
            <FillRow key={fill.txid} fill={fill} />
          ))}
        </DataTable>
      )}
      {known.nextCursor !== undefined && (
        <Button disabled={isReading.value} onClick={() => void more()}>
          {isReading.value ? 'Reading…' : 'Show older ones'}
        </Button>
      )}
    </section>
  );
}

const FillRow = ({ fill }: { readonly fill: Fill }) => (
  <tr>
    <th scope="row">
      <a class="link" href={href('order', [fill.handle])}>
        <Ago at={fill.at} />
      </a>
      {fill.kind === 'withdrawal' && <span class="muted small"> withdrawn</span>}
    </th>
    <td class="number">
      <TokenAmount units={fill.amountSold} contractId={fill.sold.contractId} isShort />
    </td>
    <td class="number">
      <TokenAmount units={fill.amountBought} contractId={fill.bought.contractId} isShort />
      {fill.realisedUsd !== null && (
        <span class="only-narrow">
          <Gain usd={fill.realisedUsd} />
        </span>
      )}
    </td>
    <td class="number not-narrow">{fill.worthUsd === null ? '–' : worth(fill.worthUsd)}</td>
    <td class="number not-narrow">
      <Gain usd={fill.realisedUsd} />
    </td>
  </tr>
);

interface SaveButtonProps {
  readonly format: (typeof FORMATS)[number][0];
  readonly name: string;
  readonly address: string;
}

function SaveButton({ format, name, address }: SaveButtonProps) {
  const client = useClient();
  const isReading = useSignal(false);
  const save = async () => {
    isReading.value = true;
    try {
      const text = await client.portfolio.exportFills(address, { format }, { by: 'wallet' });
      const file = `fills-${format}.csv`;
      saveFile(file, 'text/csv;charset=utf-8', text);
      tell(`The fills are saved as ${file}.`);
    } catch (error) {
      tellProblem(problemOf(error));
    } finally {
      isReading.value = false;
    }
  };
  return (
    <Button disabled={isReading.value} onClick={() => void save()}>
      {name} CSV
    </Button>
  );
}
