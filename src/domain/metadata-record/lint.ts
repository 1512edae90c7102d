import { isObject } from '../shared/fields.js';
import type { Json } from '../shared/json.js';
import { checkFields } from './field-rules.js';
import { savedAtMs, type MetadataRecord } from './metadata-record.js';

/** Stable code of a finding. */
export type MetadataFindingCode =
  | 'name-missing'
  | 'field-invalid'
  | 'sip-missing'
  | 'sip-not-16'
  | 'description-missing'
  | 'image-missing'
  | 'image-scheme'
  | 'link-scheme'
  | 'symbol-missing'
  | 'decimals-missing'
  | 'decimals-text'
  | 'decimals-invalid'
  | 'fields-at-top'
  | 'fields-differ'
  | 'localization-uri-missing'
  | 'localization-uri-locale'
  | 'localization-locales-missing'
  | 'last-updated-missing'
  | 'last-updated-milliseconds';

/** One problem of a metadata record. */
export interface MetadataFinding {
  readonly code: MetadataFindingCode;
  /** A path such as `properties.decimals`. */
  readonly field: string;
  /** `error`: readers of SIP-016 metadata cannot use it. `warning`: some of them may not. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

type Fields = MetadataRecord;
type Check = (record: Fields) => readonly MetadataFinding[];

/**
 * Lists what may trip readers of SIP-016 metadata, in a fixed order. Accepts records that break the rules for saving.
 *
 * @example
 * lintMetadata({ name: 'Token', sip: 16 }).map(({ code }) => code);
 */
export const lintMetadata = (record: MetadataRecord): readonly MetadataFinding[] =>
  CHECKS.flatMap((check) => check(record));

const finding = (
  severity: MetadataFinding['severity'],
  code: MetadataFindingCode,
  field: string,
  message: string,
): MetadataFinding => ({ code, field, severity, message });

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';
const isAbsent = (value: unknown) => value === undefined || value === null;
const inner = ({ properties }: Fields): Fields => (isObject(properties) ? properties : {});

const name: Check = ({ name: value }) =>
  isAbsent(value) || value === ''
    ? [finding('error', 'name-missing', 'name', 'every token needs a name')]
    : [];

/** The rules for saving, which older records may break. Fields with their own check are skipped. */
const rules: Check = (record) =>
  Object.entries(record).flatMap(([field, value]) => {
    if (field === 'name' && (isAbsent(value) || value === '')) return [];
    if (field === 'localization' && isObject(value) && isAbsent(value['uri'])) return [];
    if (field === 'decimals') return [];
    const problem = checkFields({ [field]: value });
    return problem === undefined
      ? []
      : [finding('error', 'field-invalid', problem.field, `${problem.field} ${problem.reason}`)];
  });

const sip: Check = ({ sip: value }) => {
  if (isAbsent(value)) return [finding('warning', 'sip-missing', 'sip', 'SIP-016 asks for sip: 16')];
  return value === 16
    ? []
    : [finding('warning', 'sip-not-16', 'sip', 'this metadata is read as SIP-016: 16')];
};

const description: Check = ({ description: value }) =>
  isBlank(value)
    ? [finding('warning', 'description-missing', 'description', 'wallets show a description')]
    : [];

/** Schemes that wallets and explorers can load; secure pages block `http:`. */
const IMAGE_SCHEMES = /^(https:\/\/|ipfs:\/\/|ar:\/\/|data:image\/)/i;
const LINK_SCHEMES = /^(https?:\/\/|ipfs:\/\/|ar:\/\/|data:)/i;

const image: Check = ({ image: value, image_data }) => {
  if (isBlank(value)) {
    return isBlank(image_data) ? [finding('warning', 'image-missing', 'image', 'wallets show an image')] : [];
  }
  return IMAGE_SCHEMES.test(value as string)
    ? []
    : [finding('error', 'image-scheme', 'image', 'an image is at https:, ipfs:, ar: or is data:image/…')];
};

const links: Check = (record) =>
  ['external_url', 'animation_url'].flatMap((field) =>
    isBlank(record[field]) || LINK_SCHEMES.test(record[field] as string)
      ? []
      : [finding('warning', 'link-scheme', field, 'a link starts with https:, http:, ipfs:, ar: or data:')],
  );

const symbol: Check = (record) =>
  isBlank(inner(record)['symbol']) && isBlank(record['symbol'])
    ? [finding('warning', 'symbol-missing', 'properties.symbol', 'wallets show a symbol')]
    : [];

const decimals: Check = (record) => {
  const given = [
    ['properties.decimals', inner(record)['decimals']],
    ['decimals', record['decimals']],
  ] as const;
  const present = given.filter(([, value]) => !isAbsent(value));
  if (present.length === 0) {
    return [finding('warning', 'decimals-missing', 'properties.decimals', 'amounts are shown by decimals')];
  }
  return present.flatMap(([field, value]) => {
    if (typeof value === 'string' && /^[0-9]{1,2}$/.test(value)) {
      return [finding('warning', 'decimals-text', field, 'decimals is a number, not text')];
    }
    return typeof value === 'number' && Number.isInteger(value) && value >= 0
      ? []
      : [finding('error', 'decimals-invalid', field, 'decimals is a whole number, 0 or more')];
  });
};

/** Fields that older records have at the top level and newer ones in `properties`. */
const MOVED = ['symbol', 'decimals', 'identifier'] as const;

/** Decimals in text equal the same number. */
const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value));

const moved: Check = (record) =>
  MOVED.flatMap((field) => {
    const [top, now] = [record[field], inner(record)[field]];
    if (isAbsent(top)) return [];
    if (isAbsent(now)) {
      return [finding('warning', 'fields-at-top', field, `${field} belongs in properties`)];
    }
    return textOf(top) === textOf(now)
      ? []
      : [
          finding(
            'warning',
            'fields-differ',
            field,
            `${field} differs from properties.${field}, which is used`,
          ),
        ];
  });

const localization: Check = ({ localization: value }) => {
  if (!isObject(value)) return [];
  const { uri, locales } = value;
  if (isAbsent(uri)) {
    return [finding('error', 'localization-uri-missing', 'localization.uri', 'a localization needs a uri')];
  }
  const uriFinding =
    typeof uri === 'string' && !uri.includes('{locale}')
      ? [
          finding(
            'warning',
            'localization-uri-locale',
            'localization.uri',
            'the uri holds {locale}, which readers replace',
          ),
        ]
      : [];
  const isListed = Array.isArray(locales) && locales.length > 0;
  return isListed
    ? uriFinding
    : [
        ...uriFinding,
        finding(
          'warning',
          'localization-locales-missing',
          'localization.locales',
          'a localization lists its locales',
        ),
      ];
};

const lastUpdated: Check = (record) => {
  if (savedAtMs(record) === undefined) {
    return [
      finding('warning', 'last-updated-missing', 'lastUpdated', 'no save is known; the next one tells'),
    ];
  }
  const isIso = typeof record['lastUpdated'] === 'string' && record['lastUpdated'].includes('-');
  return isIso
    ? []
    : [finding('warning', 'last-updated-milliseconds', 'lastUpdated', 'newer records say ISO 8601')];
};

const CHECKS: readonly Check[] = [
  name,
  rules,
  sip,
  description,
  image,
  links,
  symbol,
  decimals,
  moved,
  localization,
  lastUpdated,
];
