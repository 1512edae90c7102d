import { integer } from './forms.js';
import { setting } from './setting.js';

const form = integer(0, 1_000_000_000_000);

const quota = (byDefault: number, about: string) => setting({ form, byDefault, about });

/** Unlimited on a devnet, where every caller has the address of the one machine. */
const perAddress = (byDefault: number, about: string) => setting({ form, byDefault, onDevnet: 0, about });

/** Settings that limit what strangers may have stored. */
export const QUOTA_SETTINGS = {
  SLUICE_MAX_ORDER_BYTES: quota(
    65_536,
    'bytes that one order may take; 0, here and below: no limit ([what strangers can store](../explanation/security.md#what-strangers-can-store))',
  ),
  SLUICE_MAX_OPEN_ORDERS: quota(1_000, 'open orders of one owner'),
  SLUICE_MAX_OPEN_BYTES: quota(10_000_000, 'bytes of one owner’s open orders'),
  SLUICE_MAX_DAILY_ORDERS: quota(
    10_000,
    'orders that one owner may place on a day of UTC, whatever becomes of them',
  ),
  SLUICE_MAX_DAILY_BYTES: quota(50_000_000, 'bytes of these'),
  SLUICE_ADDRESS_ORDERS_PER_HOUR: perAddress(
    1_000,
    'orders stored from one client address within an hour, per process',
  ),
  SLUICE_ADDRESS_BYTES_PER_HOUR: perAddress(
    3_000_000,
    'bytes stored from one client address within an hour, per process',
  ),
  SLUICE_MAX_API_KEYS: quota(50, 'active API keys of one wallet; as many revoked or expired ones are kept'),
  SLUICE_MAX_WEBHOOKS: quota(10, 'webhooks of one wallet'),
  SLUICE_MAX_METADATA_BYTES: quota(
    5_000_000,
    'bytes of the metadata records of one deployer; imports are not limited',
  ),
};
