import type { ApiKey, KeyRequest } from '../../../sdk/client/index.js';
import { Ago } from '../parts/ago.js';
import { DataTable } from '../parts/data-table.js';
import { href } from '../route.js';
import { useSigned } from '../wallet/use-signed.js';
import { orderIn, shortEndpoint } from './key-words.js';
import { Owned } from './owned.js';

interface KeyActivityProps {
  readonly keyId: string;
  /** Called with the key and its newest usage figures. */
  readonly onRead: (key: ApiKey) => void;
}

/** The last requests with a key, newest first. */
export function KeyActivity({ keyId, onRead }: KeyActivityProps) {
  const signed = useSigned(`key ${keyId}`, async (client, signal) => {
    const { apiKey, recentActivity } = await client.keys.get(keyId, { signal });
    onRead(apiKey);
    return recentActivity;
  });
  return (
    <div>
      <Owned what="requests" signed={signed}>
        {(requests) =>
          requests.length === 0 ? <p class="muted">No request yet.</p> : <Requests {...{ requests }} />
        }
      </Owned>
    </div>
  );
}

const COLUMNS = ['When', 'Request', ['Status', 'number'], ['Took', 'number']] as const;

const Requests = ({ requests }: { readonly requests: readonly KeyRequest[] }) => (
  <DataTable label="Recent activity" class="table requests" columns={COLUMNS}>
    {requests.map(({ timestamp, method, endpoint, success, statusCode, errorMessage, responseTime }, n) => (
      <tr key={n}>
        <td class="when">
          <Ago at={timestamp} />
        </td>
        <td>
          <Endpoint method={method} endpoint={endpoint} />
          {errorMessage !== undefined && <div class="muted small">{errorMessage}</div>}
        </td>
        <td class={`number ${success ? 'up' : 'down'}`}>{statusCode}</td>
        <td class="number">{responseTime} ms</td>
      </tr>
    ))}
  </DataTable>
);

/** Method and endpoint of a request, linked to the order if the request was about one. */
function Endpoint({ method, endpoint }: Pick<KeyRequest, 'method' | 'endpoint'>) {
  const order = orderIn(endpoint);
  const words = (
    <code title={endpoint}>
      {method} {shortEndpoint(endpoint)}
    </code>
  );
  return order === undefined ? (
    words
  ) : (
    <a class="link" href={href('order', [order])}>
      {words}
    </a>
  );
}
