import type { MetadataFinding } from '../../../../domain/metadata-record/lint.js';
import { contractId } from '../../operation/common-schemas.js';
import type { JsonSchema } from '../../operation/model.js';
import { always, list, number, object, oneOf, ref, text } from '../../operation/schema.js';

const SEVERITIES = {
  error: 'readers of such metadata cannot use it',
  warning: 'some of them may not',
} satisfies Record<MetadataFinding['severity'], string>;

/** A number, or its digits as text. */
const numberOrDigits = (description: string): JsonSchema => ({ type: ['number', 'string'], description });

const PROPERTIES = object(
  {
    symbol: text('symbol; not unique'),
    decimals: numberOrDigits('digits after the point of a whole token'),
    identifier: text('the asset’s name inside the contract'),
    tokenAContract: contractId('of a vault: its first token'),
    tokenBContract: contractId('of a vault: its second token'),
    lpRebatePercent: numberOrDigits('of a vault: what those who fund it get'),
    swapFeePercent: numberOrDigits('of a vault: its fee'),
    externalPoolId: text('of a vault: holds its funds'),
    engineContractId: text('of a vault: the contract behind it'),
  },
  {
    optional: [
      'symbol',
      'decimals',
      'identifier',
      'tokenAContract',
      'tokenBContract',
      'lpRebatePercent',
      'swapFeePercent',
      'externalPoolId',
      'engineContractId',
    ],
    additionalProperties: true,
    description: 'further facts, with any other names',
  },
);

const FIELDS = {
  name: text('name'),
  description: text('about it'),
  image: text('address of an image'),
  sip: number('16'),
  attributes: list(
    object(
      {
        trait_type: text('what it is about'),
        value: { description: 'any JSON' },
        display_type: text('how it is shown'),
      },
      { optional: ['display_type'], additionalProperties: true },
    ),
    'traits',
  ),
  properties: PROPERTIES,
  localization: object(
    {
      uri: text('where the other languages are; {locale} in it is replaced'),
      default: text('the language of the record itself'),
      locales: list(text('a language'), 'the other languages'),
    },
    { optional: ['default', 'locales'], additionalProperties: true },
  ),
  external_url: text('a page about it'),
  animation_url: text('address of an animation'),
  image_data: text('the image itself'),
  symbol: text('of older records'),
  decimals: numberOrDigits('of older records'),
  identifier: text('of older records'),
} satisfies Readonly<Record<string, JsonSchema>>;

const optional = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
const lastUpdated: JsonSchema = {
  type: ['string', 'number'],
  description: 'when it was saved: ISO 8601, in older records Unix milliseconds',
};

export const METADATA_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  MetadataFields: object(FIELDS, {
    optional,
    additionalProperties: true,
    description: 'the fields to put in the place of the stored ones; any other field is kept too',
  }),
  MetadataRecord: object(
    { ...FIELDS, lastUpdated },
    { optional: [...optional, 'lastUpdated'], additionalProperties: true },
  ),
  ListedMetadata: object(
    { contractId: contractId('the token'), ...FIELDS, lastUpdated },
    { optional: [...optional, 'lastUpdated'], additionalProperties: true },
  ),
  MetadataFinding: object({
    code: text('stable word for programs'),
    field: text('path of the field'),
    severity: oneOf(
      Object.keys(SEVERITIES),
      Object.entries(SEVERITIES)
        .map(([word, meaning]) => `${word}: ${meaning}`)
        .join('; '),
    ),
    message: text('one sentence for people'),
  }),
  MetadataList: object(
    {
      success: always(true),
      metadata: list(ref('ListedMetadata'), 'by contract id'),
      nextCursor: text('of a page that is not the last: the cursor of the next'),
    },
    { optional: ['nextCursor'] },
  ),
  MetadataError: object(
    {
      success: { ...always(false), description: 'present when reading failed' },
      error: text('one sentence for people; may change'),
      code: text('stable word for programs: branch on it'),
      details: { description: 'facts, where there are any' },
    },
    { optional: ['success', 'details'] },
  ),
};
