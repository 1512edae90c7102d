import type { Core } from '../../../application/core.js';
import type { SafetyFact, SafetyWho } from '../../../domain/token-safety/safety-facts.js';
import type { TokenSafety } from '../../../domain/token-safety/token-safety.js';
import { valueOrThrow } from '../errors/errors.js';
import { operation } from '../operation/operation.js';
import { contractId } from '../schema/common-schemas.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { list, text, whole, wordOf, type WireOf } from '../schema/schema.js';
import { fields, named, optional, within } from '../schema/shape.js';
import { FETCH_FAILED, TOKEN_IN_PATH, type MetadataParts } from './read-metadata.js';

const WHO = wordOf<SafetyWho>(
  {
    no: 'no one, ever',
    owner: 'the accounts in by, or those that its variables and maps hold',
    contract: 'those whom the contracts in by let; their code is not read',
    anyone: 'any account',
    unknown: 'the source does not tell',
  },
  'holders of the power',
);

export const SAFETY_FACT = named(
  'SafetyFact',
  fields<SafetyFact>()({
    who: WHO,
    by: list(
      text('an account, a contract, or the name of a variable or map of the token'),
      'holders in detail',
    ),
    functions: list(text('a public function of the token'), 'functions that do it'),
  }),
);

/** A token with its safety facts. */
interface Examined {
  readonly contractId: string;
  readonly safety: TokenSafety;
}

/** Powers over a token that its contract gives, by its source. */
export const TOKEN_SAFETY = named(
  'TokenSafety',
  fields<Examined>()({
    contractId: contractId('the token'),
    ...within(({ safety }: Examined) => safety.facts, {
      mint: SAFETY_FACT.ref('power to make new tokens'),
      freeze: SAFETY_FACT.ref('power to keep holders from transferring theirs'),
      take: SAFETY_FACT.ref('power to burn or transfer tokens of others'),
      uri: SAFETY_FACT.ref('power to change the address of the metadata'),
    }),
    ...within(({ safety }: Examined) => safety, {
      deployedHeight: optional(whole('block that deployed the contract; absent if the node does not say')),
      deployedAt: optional(text('time of that block, ISO 8601; absent if the index does not say')),
      holders: optional(whole('accounts that hold it; absent if the index does not count them')),
      readAt: text('time at which the holders were counted, ISO 8601'),
    }),
  }),
);

/** The body of `GET /api/v1/metadata/{contractId}/safety`. */
export type TokenSafetyResponse = WireOf<typeof TOKEN_SAFETY>;

export const tokenSafety = operation({
  id: 'tokenSafety',
  path: '/api/v1/metadata/{contractId}/safety',
  summary: 'Powers to mint, freeze, take and rename a token',
  params: TOKEN_IN_PATH,
  errors: outcomes<ErrorOf<Core['metadata']['safety']>>()(['token-not-examined']),
  failure: FETCH_FAILED,
  response: {
    description: 'The facts, as told from the source of the contract.',
    schema: TOKEN_SAFETY.ref(),
    caching: 'public, max-age=300',
  },
  curl: '"$BASE/metadata/api/v1/metadata/$TOKEN/safety"',
  handle: async ({ metadata }: MetadataParts, { params }) => {
    const safety = valueOrThrow(await metadata.safety(params.contractId));
    return TOKEN_SAFETY.write({ contractId: params.contractId, safety });
  },
});
