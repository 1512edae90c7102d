import type { AllFigures, VaultFigures } from '../../../application/vaults/read-figures.js';
import { PERIOD_DAYS, type Activity, type Period } from '../../../domain/trade/figures.js';
import { VAULT_KINDS } from '../../../domain/vault/kinds.js';
import { contractId, fee } from '../schema/common-schemas.js';
import { HttpError } from '../errors/problem.js';
import { jsonText, preparedOperation } from '../operation/operation.js';
import { list, number, oneOf, orNull, text, whole, type WireOf } from '../schema/schema.js';
import { field, fields, named, within } from '../schema/shape.js';
import { FETCH_FAILED, type VaultsParts } from './list-vaults.js';

/** Time (ms) for which everyone gets the same figures. */
const KEPT_MS = 15_000;

const dollars = (description: string) => number(description, { minimum: 0, 'x-unit': 'dollars' });

const ACTIVITY = fields<Activity>()({
  trades: whole('number of swaps', { minimum: 0 }),
  volumeUsd: dollars('sum of the swaps'),
  feesUsd: orNull(dollars('fees on the volume at the present fee; null if that is unknown')),
  yieldPercent: orNull(
    number('providers’ part of the fees for a year, as a part of tvlUsd; null if either is unknown', {
      minimum: 0,
      'x-unit': 'percent a year',
    }),
  ),
});

const activity = (period: Period) =>
  field(
    orNull({ ...ACTIVITY.schema, description: 'null unless every block of the period was read' }),
    ({ periods }: VaultFigures) => periods[period],
  );

export const VAULT_FIGURES = named(
  'VaultFigures',
  fields<VaultFigures>()({
    ...within(({ vault }: VaultFigures) => vault, {
      contractId: contractId('the vault'),
      kind: oneOf(VAULT_KINDS, 'kind of the vault'),
      protocol: text('protocol of the vault'),
      tokenA: contractId('one token'),
      tokenB: contractId('the other token'),
      feePpm: field(orNull(fee('fee on the input; null if unknown')), ({ feePpm }) => feePpm),
    }),
    name: text('name of the vault'),
    symbol: text('symbol of the vault'),
    tvlUsd: orNull(dollars('holdings at recorded prices; null if an amount or a price is unknown')),
    '24h': activity('24h'),
    '7d': activity('7d'),
  }),
);

const FIGURES = fields<AllFigures>()({
  recordedSince: orNull(
    whole('time from which trades are recorded; null before the first block was read', {
      'x-unit': 'Unix seconds',
    }),
  ),
  count: field(whole('number of vaults', { minimum: 0 }), ({ vaults }) => vaults.length),
  vaults: list(VAULT_FIGURES.ref(), 'the one that holds most first'),
});

/** The body of `GET /api/v1/vaults`. */
export type VaultFiguresResponse = WireOf<typeof FIGURES>;

const periods = Object.keys(PERIOD_DAYS).join(' and ');

export const vaultFigures = preparedOperation({
  id: 'vaultFigures',
  path: '/api/v1/vaults',
  summary: `Holdings, volume, fees and yield of each vault: ${periods}`,
  rules: [
    'A period is null if the blocks of a part of it were not read. Fees are computed from the volume and the vault’s present fee; the operator’s part of a fee counts in feesUsd, not in yieldPercent.',
    'A bridge between a token and its subnet copy holds the base token once, and trades nothing.',
  ],
  response: {
    description: 'The figures.',
    schema: FIGURES.schema,
    caching: 'public, max-age=15, s-maxage=15, stale-while-revalidate=60',
  },
  failure: FETCH_FAILED,
  curl: '"$BASE/app/api/v1/vaults"',
  prepare: async ({ vaults }: VaultsParts) => {
    const figures = await vaults.figures();
    if (!figures.ok) throw new HttpError(FETCH_FAILED, { cause: figures.error });
    return { text: jsonText(FIGURES.write(figures.value)), holdsMs: KEPT_MS };
  },
});
