import type { Token } from '../market/registry.js';
import { isObject } from '../shared/fields.js';
import type { Json } from '../shared/json.js';
import { checkFields } from './field-rules.js';
import { savedAtMs, type MetadataRecord } from './metadata-record.js';
import { tokenFacts } from './token-facts.js';

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
  | 'symbol-renamed'
  | 'decimals-differ'
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
  /** `error`: readers of SIP-016 metadata cannot use the record. `warning`: some of them may not. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

type Check = (record: MetadataRecord) => Iterable<MetadataFinding>;

/**
 * Lists what may cause trouble for readers of SIP-016 metadata, in a fixed order, including differences from the registry's facts
 * about the token. Accepts records that break the rules for saving.
 *
 * @example
 * lintMetadata({ name: 'Token', sip: 16 }).map(({ code }) => code);
 */
export const lintMetadata = (record: MetadataRecord, listed?: ListedFacts): readonly MetadataFinding[] => [
  ...CHECKS.flatMap((check) => [...check(record)]),
  ...(listed === undefined ? [] : againstRegistry(record, listed)),
];

/** The registry's facts about a token, which its deployer cannot change. */
export type ListedFacts = Pick<Token, 'symbol' | 'decimals'>;

const finding =
  (severity: MetadataFinding['severity']) =>
  (code: MetadataFindingCode, field: string, message: string): MetadataFinding => ({
    code,
    field,
    severity,
    message,
  });
const error = finding('error');
const warning = finding('warning');

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';
const isAbsent = (value: unknown) => value === undefined || value === null;
const isNameless = (name: unknown) => isAbsent(name) || name === '';
const inner = ({ properties }: MetadataRecord): MetadataRecord => (isObject(properties) ? properties : {});

const name: Check = function* ({ name: value }) {
  if (isNameless(value)) yield error('name-missing', 'name', 'every token needs a name');
};

/** Checks the rules for saving, which older records may break. Fields that have a check of their own below are skipped. */
const rules: Check = function* (record) {
  for (const [field, value] of Object.entries(record)) {
    if (field === 'name' && isNameless(value)) continue;
    if (field === 'localization' && isObject(value) && isAbsent(value['uri'])) continue;
    if (field === 'decimals') continue;
    const problem = checkFields({ [field]: value });
    if (problem !== undefined)
      yield error('field-invalid', problem.field, `${problem.field} ${problem.reason}`);
  }
};

const sip: Check = function* ({ sip: value }) {
  if (isAbsent(value)) yield warning('sip-missing', 'sip', 'SIP-016 asks for sip: 16');
  else if (value !== 16) yield warning('sip-not-16', 'sip', 'this metadata is read as SIP-016: 16');
};

const description: Check = function* ({ description: value }) {
  if (isBlank(value)) yield warning('description-missing', 'description', 'wallets show a description');
};

/** Schemes that wallets and explorers can load; secure pages block `http:`. */
const IMAGE_SCHEMES = /^(https:\/\/|ipfs:\/\/|ar:\/\/|data:image\/)/i;
const LINK_SCHEMES = /^(https?:\/\/|ipfs:\/\/|ar:\/\/|data:)/i;

const image: Check = function* ({ image: value, image_data }) {
  if (isBlank(value)) {
    if (isBlank(image_data)) yield warning('image-missing', 'image', 'wallets show an image');
  } else if (!IMAGE_SCHEMES.test(value as string)) {
    yield error('image-scheme', 'image', 'an image is at https:, ipfs:, ar: or is data:image/…');
  }
};

const links: Check = function* (record) {
  for (const field of ['external_url', 'animation_url']) {
    if (isBlank(record[field]) || LINK_SCHEMES.test(record[field] as string)) continue;
    yield warning('link-scheme', field, 'a link starts with https:, http:, ipfs:, ar: or data:');
  }
};

const symbol: Check = function* (record) {
  if (isBlank(inner(record)['symbol']) && isBlank(record['symbol']))
    yield warning('symbol-missing', 'properties.symbol', 'wallets show a symbol');
};

const decimals: Check = function* (record) {
  const given = { 'properties.decimals': inner(record)['decimals'], decimals: record['decimals'] };
  const present = Object.entries(given).filter(([, value]) => !isAbsent(value));
  if (present.length === 0)
    yield warning('decimals-missing', 'properties.decimals', 'amounts are shown by decimals');
  for (const [field, value] of present) {
    if (typeof value === 'string' && /^[0-9]{1,2}$/.test(value))
      yield warning('decimals-text', field, 'decimals is a number, not text');
    else if (!Number.isInteger(value) || (value as number) < 0)
      yield error('decimals-invalid', field, 'decimals is a whole number, 0 or more');
  }
};

/** Fields that older records have at the top level and newer ones in `properties`. */
const MOVED = ['symbol', 'decimals', 'identifier'] as const;

/** Returns the value as text, so that decimals given as text equal the same decimals given as a number. */
const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value));

const moved: Check = function* (record) {
  for (const field of MOVED) {
    const [top, now] = [record[field], inner(record)[field]];
    if (isAbsent(top)) continue;
    if (isAbsent(now)) yield warning('fields-at-top', field, `${field} belongs in properties`);
    else if (textOf(top) !== textOf(now))
      yield warning('fields-differ', field, `${field} differs from properties.${field}, which is used`);
  }
};

/** Compares the record with the registry. A deployer may give a token the symbol of another; amounts always use the registry's decimals. */
function* againstRegistry(record: MetadataRecord, listed: ListedFacts): Iterable<MetadataFinding> {
  const facts = tokenFacts(record);
  if (facts.symbol !== undefined && facts.symbol !== listed.symbol) {
    const message = `renamed by its deployer: the registry lists it as ${listed.symbol}`;
    yield warning('symbol-renamed', 'properties.symbol', message);
  }
  if (facts.decimals !== undefined && facts.decimals !== listed.decimals) {
    const message = `the registry lists ${listed.decimals} decimals, by which amounts are computed`;
    yield warning('decimals-differ', 'properties.decimals', message);
  }
}

const localization: Check = function* ({ localization: value }) {
  if (!isObject(value)) return;
  const { uri, locales } = value;
  const field = 'localization.uri';
  if (isAbsent(uri)) {
    yield error('localization-uri-missing', field, 'a localization needs a uri');
    return;
  }
  if (typeof uri === 'string' && !uri.includes('{locale}'))
    yield warning('localization-uri-locale', field, 'the uri holds {locale}, which readers replace');
  if (!Array.isArray(locales) || locales.length === 0) {
    const message = 'a localization lists its locales';
    yield warning('localization-locales-missing', 'localization.locales', message);
  }
};

const saved: Check = function* (record) {
  const value = record['lastUpdated'];
  if (savedAtMs(record) === undefined)
    yield warning('last-updated-missing', 'lastUpdated', 'not known when this was last saved');
  else if (typeof value !== 'string' || !value.includes('-'))
    yield warning('last-updated-milliseconds', 'lastUpdated', 'newer records say ISO 8601');
};

const CHECKS = [name, rules, sip, description, image, links, symbol, decimals, moved, localization, saved];
