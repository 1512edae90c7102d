import type { NewWebhook, Webhook, WebhookDelivery } from '../../../sdk/client/index.js';

export type EventType = NonNullable<Webhook['eventTypes']>[number];

/** Events that a webhook can be notified of, in the order in which they happen. */
export const EVENT_TYPES = [
  'order.created',
  'order.imported',
  'order.waiting',
  'order.amended',
  'order.swap-stored',
  'order.swap-refused',
  'order.broadcasted',
  'order.fee-raised',
  'order.cancel-requested',
  'order.swap-given-up',
  'order.txid-changed',
  'order.confirmed',
  'order.failed',
  'order.reopened',
  'order.orphaned',
  'order.corrected',
  'order.cancelled',
  'alert.fired',
] as const satisfies readonly EventType[];

/** Problem with a receiver's address; undefined if the page finds none. The server may still refuse the address. */
export function urlProblem(url: string, network: string | undefined): string | undefined {
  if (url === '') return undefined;
  if (!URL.canParse(url)) return 'This is no address, such as https://bot.example.org/orders';
  const { protocol, username, hash } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    return network === 'devnet'
      ? 'It must begin with https:// or, on this devnet, http://'
      : 'It must begin with https://';
  if (username !== '') return 'It must hold no user and no password';
  return hash === '' ? undefined : 'It must hold no part behind #';
}

/** Requirements for an address. */
export const urlHint = (network: string | undefined): string =>
  network === 'devnet'
    ? 'On this devnet it may begin with http:// as well, such as http://127.0.0.1:4000/hook.'
    : 'It must begin with https:// and lead to a public address.';

/** Webhook to create, as the visitor entered it. */
export const newWebhookOf = (url: string, chosen: readonly EventType[], plan: string): NewWebhook => ({
  url,
  ...(chosen.length > 0 && { eventTypes: chosen }),
  ...(plan !== '' && { strategyId: plan }),
});

const FAILURES: Readonly<
  Record<NonNullable<NonNullable<WebhookDelivery['lastAttempt']>['failure']>, string>
> = {
  'url-refused': 'The operator allows its host no more',
  'host-unresolved': 'Its name has no address',
  'address-refused': 'Its address is not of the public internet',
  'connection-failed': 'It takes no connections, or closed it',
  'tls-failed': 'Its certificate is not valid',
  'no-response-in-time': 'It did not respond within 10 seconds',
  'malformed-response': 'Its response is no HTTP',
};

/** Outcome of the last attempt. */
export function outcomeWords({ lastAttempt }: WebhookDelivery): string {
  if (lastAttempt === undefined) return 'Not tried yet';
  const { status, failure, tookMs } = lastAttempt;
  const what =
    status === undefined ? (failure ? (FAILURES[failure] ?? failure) : 'No response') : `Status ${status}`;
  return `${what}, ${tookMs} ms`;
}

const DISABLED: Readonly<Record<NonNullable<Webhook['disabledFor']>, string>> = {
  gone: 'The receiver responded that it is gone (410).',
  failing: 'It failed for 72 hours without a success.',
};

/** Reason why nothing is sent to a webhook; undefined while it is enabled. */
export const disabledWords = ({ status, disabledFor }: Webhook): string | undefined =>
  status === 'enabled'
    ? undefined
    : `${disabledFor === undefined ? '' : `${DISABLED[disabledFor]} `}What waited is dead, and new events are not kept. A test that succeeds enables it for events from then on; send what is dead again after that.`;

/** Consequences for its events while every message to the webhook fails; undefined otherwise. */
export const failingWords = ({ status, failingSince }: Webhook): string | undefined =>
  status === 'disabled' || failingSince === null
    ? undefined
    : 'Every message has failed since then. New events are kept and tried again for a day, each time after a longer pause. After three days without a success the webhook is disabled.';

/** Reason why some or all messages of the list cannot be sent again. */
export function replayWords(status: Webhook['status'], deliveries: readonly WebhookDelivery[]): string {
  const dead = deliveries.some(isDeadLetter);
  if (dead && status === 'disabled')
    return 'Dead messages can be sent again once a test has enabled the webhook.';
  return 'Only dead messages can be sent again: waiting ones are tried again by themselves, and what was delivered is not repeated. A test is sent once; send another.';
}

/** Whether a message can be sent again: a dead letter, unless it is a ping, which is replaced by another test. */
export const isDeadLetter = ({ state, type }: WebhookDelivery): boolean =>
  state === 'dead' && type !== 'ping';

/** A secret that the server reveals only once. */
export interface Secret {
  readonly text: string;
  /** Name of the secret's kind, such as `API key`. */
  readonly label: string;
  /** Advice on the secret, and the consequences of losing it. */
  readonly warning: string;
}

/** A webhook's secret, with advice on it. */
export const secretOf = (text: string): Secret => ({
  text,
  label: 'secret',
  warning:
    'Copy the secret now: it is shown this once. The receiver checks with it that messages come from this server. If you lose it, make a new one.',
});
