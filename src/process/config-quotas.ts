import type { OrderQuotas } from '../domain/order/quotas.js';
import type { ReadInteger } from './config-callers.js';

const MOST = 1_000_000_000_000;

/** How much strangers may have stored. */
export function readQuotas(integer: ReadInteger) {
  /** 0 for no limit. */
  const quota = (name: string, byDefault: number): number | undefined =>
    integer(name, { min: 0, max: MOST, byDefault }) || undefined;
  const quotas: OrderQuotas = {
    orderBytes: quota('SLUICE_MAX_ORDER_BYTES', 65_536),
    openOrders: quota('SLUICE_MAX_OPEN_ORDERS', 1_000),
    openBytes: quota('SLUICE_MAX_OPEN_BYTES', 10_000_000),
    dailyOrders: quota('SLUICE_MAX_DAILY_ORDERS', 10_000),
    dailyBytes: quota('SLUICE_MAX_DAILY_BYTES', 50_000_000),
  };
  return {
    quotas,
    /** What the requests of one client address may store within an hour. */
    addressQuotas: {
      orders: quota('SLUICE_ADDRESS_ORDERS_PER_HOUR', 1_000),
      bytes: quota('SLUICE_ADDRESS_BYTES_PER_HOUR', 3_000_000),
    },
    /** Active API keys of one wallet. */
    apiKeysPerWallet: quota('SLUICE_MAX_API_KEYS', 50),
    /** Bytes of metadata records of one deployer. */
    deployerBytes: quota('SLUICE_MAX_METADATA_BYTES', 5_000_000),
  };
}
