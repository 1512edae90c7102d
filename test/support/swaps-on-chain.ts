import { ClarityType, deserializeTransaction, PayloadType, type ClarityValue } from '@stacks/transactions';
import type { OrderView } from './exchange.js';
import { ask, type TestChain } from './test-chain.js';

/** A mined transaction of the operator. */
export interface MinedTransaction {
  readonly txid: string;
  readonly succeeded: boolean;
  /** The order whose signature the transaction spends; undefined for a no-op transaction. */
  readonly uuid: string | undefined;
}

const MOST_AT_ONCE = 50;
/** Decoded transactions by their bytes: suites with thousands of transactions need all of them repeatedly. */
const read = new Map<string, ReturnType<typeof readTransaction>>();

/** The transactions sent through the proxy that the chain reports as mined. */
export async function minedTransactions({
  proxy,
  devnet,
}: Pick<TestChain, 'proxy' | 'devnet'>): Promise<readonly MinedTransaction[]> {
  const uuids = new Map([...proxy.sent].map(readOnce));
  const txids = [...uuids.keys()];
  const mined: MinedTransaction[] = [];
  for (let from = 0; from < txids.length; from += MOST_AT_ONCE) {
    const asked = txids.slice(from, from + MOST_AT_ONCE).map((txid) => `tx_id=0x${txid}`);
    type Views = Record<string, { found: boolean; result: { tx_status: string } }>;
    const { body } = await ask<Views>(`${devnet.stacksApiUrl}/extended/v1/tx/multiple?${asked.join('&')}`);
    for (const [id, { found, result }] of Object.entries(body as Views)) {
      if (!found || !/^(success|abort_)/.test(result.tx_status)) continue;
      const txid = id.replace(/^0x/, '');
      mined.push({ txid, succeeded: result.tx_status === 'success', uuid: uuids.get(txid) });
    }
  }
  return mined;
}

/** Every transaction that was sent through the proxy, mined or not. */
export const sentTransactions = ({
  proxy,
}: Pick<TestChain, 'proxy'>): readonly Omit<MinedTransaction, 'succeeded'>[] =>
  [...proxy.sent].map(readOnce).map(([txid, uuid]) => ({ txid, uuid }));

function readOnce(raw: string): ReturnType<typeof readTransaction> {
  const known = read.get(raw) ?? readTransaction(raw);
  read.set(raw, known);
  return known;
}

function readTransaction(raw: string): [txid: string, uuid: string | undefined] {
  const transaction = deserializeTransaction(raw);
  const { payload } = transaction;
  const args = payload.payloadType === PayloadType.ContractCall ? payload.functionArgs : [];
  return [transaction.txid(), args.map(uuidIn).find((uuid) => uuid !== undefined)];
}

function uuidIn(argument: ClarityValue): string | undefined {
  const uuid = argument.type === ClarityType.Tuple ? argument.value['uuid'] : undefined;
  return uuid?.type === ClarityType.StringASCII ? uuid.value : undefined;
}

/** The result of comparing orders with the chain. */
export interface Comparison {
  readonly orders: number;
  /** Number of orders by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Swaps on the chain that their orders do not show, and orders that show swaps that are not on the chain. */
  readonly lost: readonly string[];
  /** Orders with more than one successful swap. */
  readonly doubled: readonly string[];
}

/** Compares orders with the chain. */
export function compareWithChain(
  orders: readonly OrderView[],
  mined: readonly MinedTransaction[],
): Comparison {
  const statuses: Record<string, number> = {};
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const order of orders) {
    const status = String(order['status']);
    const uuid = String(order['uuid']);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const own = mined.filter((transaction) => transaction.uuid === uuid);
    const swaps = own.filter(({ succeeded }) => succeeded);
    const told = own.find(({ txid }) => txid === order['txid']);
    const agrees =
      status === 'confirmed'
        ? told?.succeeded === true
        : status === 'failed'
          ? told?.succeeded === false && swaps.length === 0
          : swaps.length === 0;
    if (!agrees) lost.push(uuid);
    if (swaps.length > 1) doubled.push(uuid);
  }
  return { orders: orders.length, statuses, lost, doubled };
}
