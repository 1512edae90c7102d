import { parseAddress, type Address, type Sha256 } from '../../shared/address.js';
import { parseContractId, STX, type ContractId } from '../../shared/contract-id.js';
import { closestName } from '../../shared/closest-name.js';
import { defined, Fields, whole, type Parse } from '../../shared/fields.js';
import { UNSAFE_NAMES, type Json, type JsonObject } from '../../shared/json.js';
import type { Network } from '../../shared/network.js';
import { err, ok, type Result } from '../../shared/result.js';
import { parseTime } from '../../shared/time.js';
import { parseUnits, U64_MAX } from '../../shared/units.js';
import { parseCondition } from '../conditions/conditions.js';
import { GUARD_FIELDS, parseGuards, type TriggerGuards } from '../conditions/guards.js';
import { CONDITION_FIELDS } from '../conditions/rules.js';
import {
  checkJson,
  jsonBytes,
  parseClientOrderId,
  parseFraction,
  parseIntegrator,
  parseJsonObject,
  parseLabel,
  parseOrderHandle,
  parseOrderSignature,
  parseOrderUuid,
  parseTermsPath,
} from './draft-fields.js';
import { coveredFields } from './covered-fields.js';
import { handleOf } from './handle.js';
import { fieldMeantBy } from './misnamed.js';
import { reportNeverRuns } from './never-runs.js';
import type { OrderHandle } from '../ids.js';
import type { EntryName, OrderTerms, SignedFields, Strategy } from '../order.js';

/** An order as its owner sends it: unchecked plain JSON. `OrderInput` names the known fields. */
export type AnyOrder = Readonly<Record<string, unknown>>;

/** Checked terms. If there is no router, the one that fits the signature is found later. */
export type OrderDraft = Omit<OrderTerms, 'router'> & { readonly router?: ContractId };

/** One bad field of an order, and what is wrong with it. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Fields of an order are missing or malformed. */
export interface InvalidOrder {
  readonly kind: 'invalid-order';
  /** One for each bad field. */
  readonly problems: readonly FieldProblem[];
}

export interface DraftRules {
  readonly network: Network;
  readonly sha256: Sha256;
  readonly now: Date;
  /** Maximum slippage that an order may name, as a fraction. */
  readonly maxSlippage: number;
  /** The contract that routers accept for STX; an order that names it means `.stx`, which has prices and vaults. */
  readonly wstx: ContractId;
  /** Whether the order has ended elsewhere, so it need not be able to run. */
  readonly hasEnded?: boolean;
  /**
   * Whether a field whose name is a typo of a known name, or another word for it, is kept like any other unknown field. In an
   * order that another exchange or an older release accepted, such a field had no effect.
   */
  readonly keepsMistyped?: boolean;
}

export const MAX_METADATA_BYTES = 8 * 1024;
export const MAX_EXTRA_BYTES = 16 * 1024;
/** Highest revision of an order's terms, which bounds how often they can change. */
export const MAX_REVISION = 1_000;

const KNOWN = new Set<string>([
  ...CONDITION_FIELDS,
  ...GUARD_FIELDS,
  ...(
    'owner inputToken outputToken amountIn recipient signature uuid router validFrom validTo strategyId strategyType ' +
    'strategyDescription strategyPosition strategySize metadata clientOrderId integrator minAmountOut ' +
    'slippage maxPriceImpact termsSignature termsPath revision replaces after'
  ).split(' '),
]);

/** The known fields: those of `OrderInput`. */
export const KNOWN_NAMES: readonly string[] = [...KNOWN];

/** Fields of an order that the server sets; a request with one of them is refused. */
export const SERVER_SET = new Set(
  (
    'status txid createdAt broadcastedAt confirmedAt failedAt cancelledAt cancelReason ending blockHeight blockTime ' +
    'failureReason executedAmountIn executedAmountOut feeUstx evaluation handle trailing kind role ' +
    'activatedAt leftOver'
  ).split(' '),
);

/** Fields that an older release kept as the owner's own. */
const ONCE_FREE = new Set(['kind', 'role', 'activatedAt', 'leftOver']);

/** Checks every field of an order and reports every bad one. */
export function parseOrderDraft(input: AnyOrder, rules: DraftRules): Result<OrderDraft, InvalidOrder> {
  const problems: FieldProblem[] = [];
  const fields = new Fields(input, (field, message) => problems.push({ field, message }));
  const { required, optional, problem } = fields;
  const address: Parse<Address> = (raw) => parseAddress(raw, rules.network, rules.sha256);
  const contract: Parse<ContractId> = (raw) => parseContractId(raw, rules.network, rules.sha256);
  const deployed: Parse<ContractId> = (raw) =>
    raw === STX ? err({ reason: 'must be a contract, not .stx' }) : contract(raw);
  const token: Parse<ContractId> = (raw) => (raw === rules.wstx ? ok(STX) : contract(raw));

  const trigger = parseCondition(fields, token);
  const draft: Omit<Parsed<OrderDraft>, 'handle' | keyof TriggerGuards> & TriggerGuards = {
    owner: required('owner', address),
    inputToken: required('inputToken', deployed),
    outputToken: required('outputToken', token),
    amountIn: required('amountIn', (raw) => parseUnits(raw, { min: 1n, max: U64_MAX })),
    recipient: required('recipient', address),
    signature: required('signature', parseOrderSignature),
    uuid: required('uuid', parseOrderUuid),
    router: optional('router', deployed),
    clientOrderId: optional('clientOrderId', parseClientOrderId),
    integrator: readIntegrator(input, fields, rules),
    // The minimum has 64 bits at most, like the post-conditions that enforce it on the chain.
    minAmountOut: optional('minAmountOut', (raw) => parseUnits(raw, { max: U64_MAX })),
    slippage: optional('slippage', parseFraction(rules.maxSlippage)),
    maxPriceImpact: optional('maxPriceImpact', parseFraction(1)),
    metadata: optional('metadata', (raw) => parseJsonObject(raw, MAX_METADATA_BYTES)),
    signed: readSigned(input, fields),
    revision: readRevision(input, fields),
    replaces: readReplaced(input, fields, rules),
    after: readEntry(input, fields, rules),
    trigger,
    ...parseGuards(fields, trigger),
    ...readWindow(fields, rules.now),
    strategy: readStrategy(fields),
    extra: readExtra(input, fields, rules),
  };
  if (draft.metadata !== undefined && 'quote' in draft.metadata)
    problem('metadata', 'quote is set by the server');
  if (rules.hasEnded !== true) {
    reportOcoMistakes(draft, problem);
    if (trigger?.kind === 'trail' && !fields.has('termsSignature'))
      problem(
        'termsSignature',
        'is required with trail: the order’s own signature does not cover a stop that moves',
      );
    if (rules.keepsMistyped !== true) reportMistypedOco(draft, problem);
    reportNeverRuns(defined(draft), rules.now, problem);
  }
  // A required field without a value is among the problems.
  if (problems.length > 0 || draft.uuid === undefined) return err({ kind: 'invalid-order', problems });
  return ok({ ...defined(draft), handle: handleOf(draft.uuid, rules.sha256) } as OrderDraft);
}

/** Reports an order that looks like part of a one-cancels-other group but is not, so that it would run alongside its siblings. */
function reportOcoMistakes(
  { metadata, strategy }: Pick<Parsed<OrderDraft>, 'metadata' | 'strategy'>,
  problem: Fields['problem'],
): void {
  const oco = metadata?.['oco'];
  if (oco === undefined) return;
  if (typeof oco !== 'boolean') problem('metadata', 'oco must be true or false');
  else if (oco && !strategy?.strategyId)
    problem('strategyId', 'is required with metadata.oco: it names the group');
}

/**
 * Reports a metadata field whose name differs from `oco` only in case, `-` or `_`: it would leave the order outside its group. All
 * other metadata fields are the owner's own.
 */
function reportMistypedOco(
  { metadata = {} }: Pick<Parsed<OrderDraft>, 'metadata'>,
  problem: Fields['problem'],
): void {
  const mistyped = Object.keys(metadata).find(
    (name) => name !== 'oco' && closestName(name, ['oco'], () => 0) !== undefined,
  );
  if (mistyped !== undefined) problem('metadata', `${mistyped} is unknown; did you mean oco?`);
}

/** Has every field as a property, even those without a value. */
type Parsed<T> = { readonly [K in keyof T]-?: T[K] | undefined };

function readSigned(input: AnyOrder, { optional, problem }: Fields): SignedFields | undefined {
  const signature = optional('termsSignature', parseOrderSignature);
  const path = optional('termsPath', parseTermsPath);
  if (path !== undefined && input['termsSignature'] === undefined)
    problem('termsSignature', 'is required with termsPath');
  return signature && { signature, fields: coveredFields(input), ...(path && { path }) };
}

/** Whether an older release kept the field as the owner's own, and it is no tag of an integrator. */
const isFreeIntegrator = (value: unknown, { keepsMistyped = false }: Pick<DraftRules, 'keepsMistyped'>) =>
  keepsMistyped && !parseIntegrator(value).ok;

const readIntegrator = (
  input: AnyOrder,
  { optional }: Fields,
  rules: Pick<DraftRules, 'keepsMistyped'>,
): string | undefined =>
  isFreeIntegrator(input['integrator'], rules) ? undefined : optional('integrator', parseIntegrator);

function readRevision(input: AnyOrder, { optional, problem }: Fields): number | undefined {
  const revision = optional('revision', whole(1, MAX_REVISION));
  if (revision !== undefined && input['termsSignature'] === undefined)
    problem('termsSignature', 'is required with revision');
  return revision;
}

function readReplaced(
  input: AnyOrder,
  { optional, problem }: Fields,
  { sha256 }: Pick<DraftRules, 'sha256'>,
): OrderHandle | undefined {
  const replaces = optional('replaces', parseOrderHandle);
  if (replaces === undefined) return undefined;
  if (input['termsSignature'] === undefined) problem('termsSignature', 'is required with replaces');
  const uuid = parseOrderUuid(input['uuid']);
  if (uuid.ok && [handleOf(uuid.value, sha256), uuid.value].includes(replaces))
    problem('replaces', 'must be the handle of another order');
  return replaces;
}

function readEntry(
  input: AnyOrder,
  { optional, problem }: Fields,
  { sha256 }: Pick<DraftRules, 'sha256'>,
): EntryName | undefined {
  const uuid = optional('after', (raw) => {
    const parsed = parseOrderUuid(raw);
    const own = parseOrderUuid(input['uuid']);
    const isOwn = parsed.ok && own.ok && parsed.value === own.value;
    return isOwn ? err({ reason: 'must be the uuid of another order' }) : parsed;
  });
  if (uuid === undefined) return undefined;
  if (input['termsSignature'] === undefined)
    problem('termsSignature', 'is required with after: the order’s own signature does not cover its entry');
  if (input['strategyId'] === undefined)
    problem('strategyId', 'is required with after: it names the plan of the entry and its exits');
  return { uuid, handle: handleOf(uuid, sha256) };
}

function readWindow({ optional, problem }: Fields, now: Date) {
  const validFrom = optional('validFrom', parseTime);
  const validTo = optional('validTo', parseTime);
  if (validTo !== undefined && validTo <= now) problem('validTo', 'must be in the future');
  else if (validFrom !== undefined && validTo !== undefined && validFrom >= validTo) {
    problem('validFrom', 'must be before validTo');
  }
  return { validFrom, validTo };
}

function readStrategy({ optional, problem }: Fields): Strategy {
  const position = whole(1, 1_000_000);
  const strategy = defined({
    strategyId: optional('strategyId', parseLabel),
    strategyType: optional('strategyType', parseLabel),
    strategyDescription: optional('strategyDescription', parseLabel),
    strategyPosition: optional('strategyPosition', position),
    strategySize: optional('strategySize', position),
  });
  const { strategyPosition = 1, strategySize = Infinity } = strategy;
  if (strategyPosition > strategySize) problem('strategyPosition', 'must be at most strategySize');
  return strategy;
}

/** The unknown fields. If they are too large together, the largest is reported. */
function readExtra(
  input: AnyOrder,
  { problem }: Fields,
  { keepsMistyped = false }: Pick<DraftRules, 'keepsMistyped'>,
): JsonObject {
  const isFree = (name: string, value: Json) =>
    !KNOWN.has(name) || (name === 'integrator' && isFreeIntegrator(value, { keepsMistyped }));
  const entries = Object.entries(input as Readonly<Record<string, Json>>).filter(
    ([name, value]) => isFree(name, value) && value !== undefined,
  );
  const kept = entries.filter(([name, value]) => {
    const isOwn = keepsMistyped && ONCE_FREE.has(name);
    const reason = !isOwn && SERVER_SET.has(name) ? 'is set by the server' : whyNotExtra(name, value);
    if (reason !== undefined) problem(name, reason);
    return reason === undefined;
  });
  const extra = Object.fromEntries(kept);
  if (jsonBytes(extra) <= MAX_EXTRA_BYTES) {
    for (const name of keepsMistyped ? [] : Object.keys(extra)) {
      // A mistyped minAmountOut, or a minOut, would be kept without bounding anything.
      const meant = fieldMeantBy(name, KNOWN_NAMES);
      if (meant !== undefined) problem(name, `unknown; did you mean ${meant}?`);
    }
    return extra;
  }
  const sizes = kept.map(([name, value]) => ({ name, bytes: jsonBytes(value) }));
  const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  problem(
    largest.name,
    `is too much: fields without a meaning here may hold ${MAX_EXTRA_BYTES} bytes of JSON in all`,
  );
  return {};
}

function whyNotExtra(name: string, value: Json): string | undefined {
  if (UNSAFE_NAMES.has(name) || name === 'prototype') return 'is not a name for a field';
  const json = checkJson(value);
  return json.ok ? undefined : json.error.reason;
}
