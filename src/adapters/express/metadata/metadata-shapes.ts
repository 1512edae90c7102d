import type { MetadataFinding } from '../../../domain/metadata-record/lint.js';
import { contractId } from '../schema/common-schemas.js';
import {
  always,
  list,
  number,
  object,
  text,
  wordOf,
  type JsonSchema,
  type Schema,
  type WireOf,
} from '../schema/schema.js';
import { namedSchema } from '../schema/shape.js';

const namesIn = <P extends object>(properties: P) => Object.keys(properties) as (keyof P & string)[];

/** An object in which each of the properties is optional, and others are allowed. */
const open = <P extends Readonly<Record<string, JsonSchema>>>(properties: P, description?: string) =>
  object(properties, {
    optional: namesIn(properties),
    additionalProperties: true,
    ...(description !== undefined && { description }),
  });

const numberOrDigits = (description: string): Schema<number | string> => ({
  type: ['number', 'string'],
  description,
});

/**
 * Schema of a property inside `properties`, whose type a save does not check: names and types there are only conventions, which stored
 * records do not all follow.
 */
const unchecked = (description: string): Schema<unknown> => ({ description });

const PROPERTIES = open(
  {
    symbol: unchecked('text: symbol; not unique'),
    decimals: unchecked('number or digits: decimal places of a whole token'),
    identifier: unchecked('text: the asset’s name inside the contract'),
    tokenAContract: unchecked('contract id, of a vault: its first token'),
    tokenBContract: unchecked('contract id, of a vault: its second token'),
    lpRebatePercent: unchecked('number or digits, of a vault: share for its liquidity providers'),
    swapFeePercent: unchecked('number or digits, of a vault: its fee'),
    externalPoolId: unchecked('contract id, of a vault: contract that holds its funds'),
    engineContractId: unchecked('contract id, of a vault: the contract behind it'),
  },
  'further facts, under any other names; the types given here are customary, and not checked',
);

const FIELDS = {
  name: text('name'),
  description: text('about it'),
  image: text('address of an image'),
  sip: number('16'),
  attributes: list(
    object(
      {
        trait_type: text('subject'),
        value: { description: 'any JSON' },
        display_type: text('presentation'),
      },
      { optional: ['display_type'], additionalProperties: true },
    ),
    'traits',
  ),
  properties: PROPERTIES,
  localization: object(
    {
      uri: text('address of the other languages, with {locale} to be replaced'),
      default: text('the language of the record itself'),
      locales: list(text('a language'), 'the other languages'),
    },
    { optional: ['default', 'locales'], additionalProperties: true, description: 'other languages' },
  ),
  external_url: text('a page about the token'),
  animation_url: text('address of an animation'),
  image_data: text('the image itself'),
  symbol: text('of older records'),
  decimals: numberOrDigits('of older records'),
  identifier: text('of older records'),
};

const STORED_FIELDS = {
  ...FIELDS,
  lastUpdated: {
    type: ['string', 'number'],
    description: 'time of the last save: ISO 8601, in older records Unix milliseconds',
  } as Schema<string | number>,
};

export const METADATA_FIELDS = namedSchema(
  'MetadataFields',
  open(FIELDS, 'the fields that replace the stored ones; any other field is kept too'),
);

export const METADATA_RECORD = namedSchema('MetadataRecord', open(STORED_FIELDS));

/** A token’s SIP-016 record as stored. It may hold further fields; older records may break the rules for saving. */
export type MetadataRecordResponse = WireOf<typeof METADATA_RECORD>;

export const LISTED_METADATA = namedSchema(
  'ListedMetadata',
  object(
    { contractId: contractId('the token'), ...STORED_FIELDS },
    { optional: namesIn(STORED_FIELDS), additionalProperties: true },
  ),
);

export const METADATA_LIST = namedSchema(
  'MetadataList',
  object(
    {
      success: always(true),
      metadata: list(LISTED_METADATA.ref(), 'by contract id'),
      nextCursor: text('cursor of the next page; absent on the last'),
    },
    { optional: ['nextCursor'] },
  ),
);

/** The body of `GET /api/v1/metadata/list`. */
export type MetadataListResponse = WireOf<typeof METADATA_LIST>;

const SEVERITIES = {
  error: 'readers of such metadata cannot use it',
  warning: 'some of them may not',
} satisfies Record<MetadataFinding['severity'], string>;

export const METADATA_FINDING = namedSchema(
  'MetadataFinding',
  object({
    code: text('stable word for programs'),
    field: text('path of the field'),
    severity: wordOf(SEVERITIES, 'severity'),
    message: text('one sentence for people'),
  }),
);
