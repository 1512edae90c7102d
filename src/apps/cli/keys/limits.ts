import type { ApiKey, Client, NewApiKey } from '../../../sdk/client/index.js';
import { defined } from '../../../domain/shared/fields.js';
import { pairsOf } from '../orders/pairs.js';
import { isContractId } from '../../../domain/market/named-token.js';
import { findToken, listTokens } from '../service/tokens.js';
import { UsageError } from '../usage-error.js';

/** Options that limit a key. */
export interface LimitOptions {
  readonly pair?: readonly string[];
  readonly plan?: readonly string[];
  readonly daily?: readonly string[];
  readonly from?: readonly string[];
}

/** The limits that the options mean, with tokens by their contract ids; undefined if there are none. */
export async function limitsOf(
  client: Client,
  { pair, plan, daily, from }: LimitOptions,
): Promise<NewApiKey['limits']> {
  const limits = defined({
    pairs: pair && (await Promise.all(pair.map((each) => pairsOf(client, each)))).flat(),
    plans: plan,
    dailyAmounts: daily && (await amountsOf(client, daily)),
    addresses: from,
  });
  return Object.keys(limits).length === 0 ? undefined : limits;
}

async function amountsOf(client: Client, daily: readonly string[]) {
  const named = daily.map((each) => {
    const [, token, amount] = /^(.+)=(\d+)$/.exec(each) ?? [];
    if (token === undefined || amount === undefined)
      throw new UsageError(
        `--daily: must be a token, = and smallest units, such as STX=50000000, not ${each}`,
      );
    return { token, amount };
  });
  const tokens = await listTokens(
    client,
    named.map(({ token }) => token),
  );
  // Orders pay subnet copies only.
  return named.map(({ token, amount }) => ({
    token: isContractId(token) ? token : findToken(token, tokens, { ofSubnet: true }).contractId,
    amount,
  }));
}

/** The limits of a key in words; empty if there are none. */
export function limitText({ limits = {} }: Pick<ApiKey, 'limits'>): string {
  const { pairs = [], plans = [], dailyAmounts = [], addresses = [] } = limits;
  return [
    ...pairs.map((pair) => `pair ${pair}`),
    ...plans.map((plan) => `plan ${plan}`),
    ...dailyAmounts.map(({ token, amount }) => `${amount} units of ${token} a day`),
    ...addresses.map((address) => `from ${address}`),
  ].join(', ');
}
