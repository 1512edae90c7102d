/** The lock for taking nonces. There is one for all accounts, since the limits on fees and worth apply to all together. */
export const SENDERS_LOCK = 'senders';
