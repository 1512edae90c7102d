/**
 * The lock under which nonces are taken. One for all accounts: the limits on fees and worth add up what all of them have
 * stored.
 */
export const SENDERS_LOCK = 'senders';
