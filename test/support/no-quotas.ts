/** Settings of a server on which one wallet from one address may place any number of orders. */
export const NO_QUOTAS = {
  SLUICE_MAX_OPEN_ORDERS: '0',
  SLUICE_MAX_OPEN_BYTES: '0',
  SLUICE_MAX_DAILY_ORDERS: '0',
  SLUICE_MAX_DAILY_BYTES: '0',
  SLUICE_ADDRESS_ORDERS_PER_HOUR: '0',
  SLUICE_ADDRESS_BYTES_PER_HOUR: '0',
} as const;
