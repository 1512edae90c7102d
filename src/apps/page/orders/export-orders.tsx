import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Order } from '../../../sdk/client/index.js';
import { grouped } from '../../../sdk/words/amounts.js';
import { problemOf } from '../live/problem.js';
import { namedToken } from '../live/token-names.js';
import { Button } from '../parts/button.js';
import { saveFile } from '../parts/save-file.js';
import { useClient } from '../session/service.js';
import { tell, tellProblem } from '../shell/notices.js';
import { proveOwner, readerNow } from '../wallet/owner-reads.js';
import { csvText } from '../../../sdk/words/csv.js';
import { requestOf, type OrderFilters } from './order-query.js';
import { orderRows } from './order-rows.js';

interface ExportOrdersProps {
  readonly filters: OrderFilters;
  /** Owner of the orders; all owners if absent. */
  readonly owner: string | undefined;
}

/** Saves all matching orders as CSV. An owner's orders include their uuids, for which the wallet signs once. */
export function ExportOrders({ filters, owner }: ExportOrdersProps) {
  const client = useClient();
  const read = useSignal<number | undefined>(undefined);
  const reading = useSignal<AbortController | undefined>(undefined);
  useEffect(() => () => reading.peek()?.abort(), [reading]);
  const save = async () => {
    const { signal } = (reading.value = new AbortController());
    read.value = 0;
    try {
      if (owner !== undefined) await proveOwner(signal);
      const by = owner === undefined ? 'anyone' : readerNow();
      const orders: Order[] = [];
      for await (const order of client.orders.all(
        { ...requestOf(filters, owner), include: 'report' },
        { by, signal },
      ))
        read.value = orders.push(order);
      const rows = orderRows(orders, namedToken);
      saveFile('orders.csv', 'text/csv;charset=utf-8', csvText(rows));
      tell(`${grouped(String(orders.length))} orders are saved as orders.csv.`);
    } catch (error) {
      if (!signal.aborted) tellProblem(problemOf(error));
    } finally {
      read.value = undefined;
    }
  };
  return read.value === undefined ? (
    <Button onClick={() => void save()}>Export CSV</Button>
  ) : (
    <Button onClick={() => reading.peek()?.abort()}>{grouped(String(read.value))} read · Stop</Button>
  );
}
