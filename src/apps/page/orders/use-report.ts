import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ClientError, type Order, type ResponseOf } from '../../../sdk/client/index.js';
import { useClient } from '../session/service.js';
import { readFreely } from '../wallet/owner-reads.js';

/** Report of a fill as the client reads it. */
export type Report = ResponseOf<'getOrderReport'>['data'];

/** Interval at which a report is read again until it is complete, ms. */
const AGAIN_MS = 3_000;

/** The report of a confirmed order, read again until it is complete; undefined before, and of an order that this server has not filled. */
export function useReport({ handle, status, txid }: Order): ReadonlySignal<Report | undefined> {
  const client = useClient();
  const report = useSignal<Report | undefined>(undefined);
  useEffect(() => {
    report.value = undefined;
    if (status !== 'confirmed') return;
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      try {
        const found = await readFreely((by) => client.orders.report(handle, { by, signal }));
        if (signal.aborted) return;
        report.value = found;
        if (!found.isPending) return;
      } catch (error) {
        // An order that another exchange filled has no report, and the rest of the view says what is wrong with the server.
        if (signal.aborted || (error instanceof ClientError && error.status === 404)) return;
      }
      timer = setTimeout(() => void read(), AGAIN_MS);
    };
    void read();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [client, handle, status, txid, report]);
  return report;
}
