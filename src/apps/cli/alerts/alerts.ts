import { print } from '../../../adapters/terminal/index.js';
import type { Alert, Client, NewAlert } from '../../../sdk/client/index.js';
import { units } from '../../../sdk/signing/index.js';
import { printJson, printList, printResult, type JsonOption } from '../result.js';
import { allTokens, findToken, listTokens, tokenNamed } from '../service/tokens.js';
import { openTrading, type TradingOptions } from '../service/trading.js';
import { ofOption, UsageError } from '../usage-error.js';

export type AlertOptions = TradingOptions & JsonOption;

export interface AddAlertOptions extends AlertOptions {
  readonly above?: string;
  readonly below?: string;
  /** Unit of a price, by contract id or symbol. */
  readonly per?: string;
  /** Percent of a move. */
  readonly by?: number;
  /** Time of a move, milliseconds. */
  readonly within?: number;
  readonly note?: string;
}

/** Creates an alert about a token, by contract id or symbol. */
export async function addAlert(
  kind: NewAlert['kind'],
  token: string,
  options: AddAlertOptions,
): Promise<number> {
  const { client } = await openTrading(options);
  const terms = await termsOf(client, kind, token, options);
  const alert = await client.alerts.create({ kind, ...terms, note: options.note });
  return printResult({ alert }, options, () => [`alert ${alert.id}: ${conditionText(alert)}`]);
}

type Terms = Omit<NewAlert, 'kind' | 'note'>;

async function termsOf(
  client: Client,
  kind: NewAlert['kind'],
  name: string,
  { above, below, per, by, within }: AddAlertOptions,
): Promise<Terms> {
  const bound = above ?? below;
  const direction = above === undefined ? 'below' : 'above';
  const needs = (what: string) => new UsageError(`an alert of the kind ${kind} needs ${what}`);
  switch (kind) {
    case 'price': {
      if (bound === undefined) throw needs('--above or --below');
      const tokens = await listTokens(client, [name, ...(per === undefined ? [] : [per])]);
      const baseAsset = per === undefined ? undefined : tokenNamed(per, tokens);
      return { token: tokenNamed(name, tokens), direction, price: bound, baseAsset };
    }
    case 'balance': {
      if (bound === undefined) throw needs('--above or --below');
      const token = findToken(name, await allTokens(client));
      const option = above === undefined ? '--below' : '--above';
      return { token: token.contractId, direction, amount: ofOption(option, () => units(bound, token)) };
    }
    case 'move': {
      if (by === undefined || within === undefined) throw needs('--by and --within');
      const token = tokenNamed(name, await listTokens(client, [name]));
      return { token, bps: Math.round(100 * by), seconds: within / 1_000 };
    }
    case 'stale':
    case 'thin':
      return { token: tokenNamed(name, await listTokens(client, [name])) };
  }
}

const TITLES = ['id', 'condition', 'state', 'fired', 'at', 'note'] as const;

export async function listAlerts(options: AlertOptions): Promise<number> {
  const { client } = await openTrading(options);
  const alerts = await client.alerts.list();
  return printList({ alerts }, options, {
    titles: TITLES,
    rows: alerts.map((alert) => [
      alert.id,
      conditionText(alert),
      alert.state,
      alert.firedAt ?? '-',
      alert.value ?? '-',
      alert.note ?? '-',
    ]),
    none: 'no alerts',
  });
}

export async function rearmAlert(id: string, options: AlertOptions): Promise<number> {
  const { client } = await openTrading(options);
  const alert = await client.alerts.rearm(id);
  return printResult({ alert }, options, () => [
    alert.state === 'clearing' ? `${id} is true now: armed as soon as it is not` : `${id} is ${alert.state}`,
  ]);
}

export async function removeAlert(id: string, options: AlertOptions): Promise<number> {
  const { client } = await openTrading(options);
  await client.alerts.delete(id);
  return printResult({ id, status: 'deleted' }, options, () => [`deleted ${id}`]);
}

/** Prints each alert as it fires, until interrupted or, if `once`, the first one. Each is a line of text, or of JSON. */
export async function watchAlerts({
  once = false,
  json = false,
  since,
  ...options
}: AlertOptions & { readonly once?: boolean; readonly since?: Date }): Promise<number> {
  const { client } = await openTrading(options);
  for await (const alert of client.alerts.follow({ after: since?.toISOString() })) {
    if (json) printJson(alert);
    else print([alert.firedAt, conditionText(alert), alert.value, alert.note].filter(Boolean).join(' · '));
    if (once) break;
  }
  return 0;
}

/** The condition of an alert in words. */
function conditionText({ kind, token, direction, price, baseAsset, bps, seconds, amount }: Alert): string {
  switch (kind) {
    case 'price':
      return `price of ${token} ${direction} ${price} ${baseAsset}`;
    case 'move':
      return `price of ${token} moves by ${bps! / 100}% in ${seconds! / 60} minutes`;
    case 'balance':
      return `balance of ${token} ${direction} ${amount} units`;
    default:
      return `price of ${token} is ${kind}`;
  }
}
