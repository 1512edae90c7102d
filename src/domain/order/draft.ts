import { parseAddress, type Sha256 } from '../shared/address.js';
import { parseContractId, STX, type ContractId } from '../shared/contract-id.js';
import type { Json, JsonObject } from '../shared/json.js';
import type { Network } from '../shared/network.js';
import { err, ok, type Result } from '../shared/result.js';
import { parseTime } from '../shared/time.js';
import { parseUnits, U64_MAX } from '../shared/units.js';
import { CONDITION_FIELDS, parseCondition } from './conditions/conditions.js';
import {
  checkDepth,
  jsonBytes,
  parseClientOrderId,
  parseJsonObject,
  parseLabel,
  parseOrderSignature,
  parseOrderUuid,
  parsePosition,
  type Field,
  type OrderFields,
} from './draft-fields.js';
import type { OrderTerms, Strategy } from './order.js';

/** An order as its owner sends it: plain JSON, nothing checked. */
export type OrderInput = Readonly<Record<string, unknown>>;

/** Checked terms. Without a router, the one that the signature fits is found later. */
export type OrderDraft = Omit<OrderTerms, 'router'> & { readonly router?: ContractId };

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export interface InvalidOrder {
  readonly kind: 'invalid-order';
  /** One for each bad field. */
  readonly problems: readonly FieldProblem[];
}

export interface DraftRules {
  readonly network: Network;
  readonly sha256: Sha256;
  readonly now: Date;
}

export const MAX_METADATA_BYTES = 8 * 1024;
export const MAX_EXTRA_BYTES = 16 * 1024;

const KNOWN = new Set<string>([
  ...CONDITION_FIELDS,
  ...(
    'owner inputToken outputToken amountIn recipient signature uuid router validFrom validTo strategyId strategyType ' +
    'strategyDescription strategyPosition strategySize metadata clientOrderId minAmountOut'
  ).split(' '),
]);

/** Fields of an order that the server sets; a request that sends one is refused. */
export const SERVER_SET = new Set(
  (
    'status txid createdAt broadcastedAt confirmedAt failedAt cancelledAt cancelReason blockHeight blockTime ' +
    'failureReason executedAmountIn executedAmountOut feeUstx evaluation'
  ).split(' '),
);

const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Checks every field of an order and reports every bad one. */
export function parseOrderDraft(input: OrderInput, rules: DraftRules): Result<OrderDraft, InvalidOrder> {
  const problems: FieldProblem[] = [];
  const fields = fieldsOf(input, problems);
  const { required, optional, report } = fields;
  const address = (raw: unknown) => parseAddress(raw, rules.network, rules.sha256);
  const contract = (raw: unknown) => parseContractId(raw, rules.network, rules.sha256);
  const deployed = (raw: unknown) =>
    raw === STX ? err({ reason: 'must be a contract, not .stx' }) : contract(raw);

  const owner = required('owner', address);
  const inputToken = required('inputToken', deployed);
  const outputToken = required('outputToken', contract);
  const amountIn = required('amountIn', (raw) => parseUnits(raw, { min: 1n, max: U64_MAX }));
  const recipient = required('recipient', address);
  const signature = required('signature', parseOrderSignature);
  const uuid = required('uuid', parseOrderUuid);
  const router = optional('router', deployed);
  const clientOrderId = optional('clientOrderId', parseClientOrderId);
  const minAmountOut = optional('minAmountOut', (raw) => parseUnits(raw));
  const metadata = optional('metadata', (raw) => parseJsonObject(raw, MAX_METADATA_BYTES));
  const trigger = parseCondition(fields, contract);
  const window = readWindow(fields, rules.now);
  const strategy = readStrategy(fields);
  const extra = readExtra(input, fields);
  if (metadata !== undefined && 'quote' in metadata) report('metadata', 'quote is set by the server');

  const missing = [owner, inputToken, outputToken, amountIn, recipient, signature, uuid].includes(undefined);
  if (problems.length > 0 || missing) return err({ kind: 'invalid-order', problems });
  return ok({
    owner: owner!,
    inputToken: inputToken!,
    outputToken: outputToken!,
    amountIn: amountIn!,
    recipient: recipient!,
    signature: signature!,
    uuid: uuid!,
    strategy,
    extra,
    ...window,
    ...(router !== undefined && { router }),
    ...(trigger !== undefined && { trigger }),
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...(minAmountOut !== undefined && { minAmountOut }),
    ...(metadata !== undefined && { metadata }),
  });
}

function fieldsOf(input: OrderInput, problems: FieldProblem[]): OrderFields {
  const report = (field: string, message: string) => void problems.push({ field, message });
  const has = (field: string) => input[field] !== undefined && input[field] !== null;
  const parsed = <T>(field: string, parse: (raw: unknown) => Field<T>) => {
    const result = parse(input[field]);
    if (result.ok) return result.value;
    report(field, result.error.reason);
    return undefined;
  };
  return {
    has,
    raw: (field) => input[field],
    required: (field, parse) => (has(field) ? parsed(field, parse) : void report(field, 'is required')),
    optional: (field, parse) => (has(field) ? parsed(field, parse) : undefined),
    report,
  };
}

function readWindow({ optional, report }: OrderFields, now: Date): Pick<OrderTerms, 'validFrom' | 'validTo'> {
  const validFrom = optional('validFrom', parseTime);
  const validTo = optional('validTo', parseTime);
  if (validTo !== undefined && validTo <= now) report('validTo', 'must be in the future');
  else if (validFrom !== undefined && validTo !== undefined && validFrom >= validTo) {
    report('validFrom', 'must be before validTo');
  }
  return { ...(validFrom !== undefined && { validFrom }), ...(validTo !== undefined && { validTo }) };
}

function readStrategy({ optional, report }: OrderFields): Strategy {
  const strategyId = optional('strategyId', parseLabel);
  const strategyType = optional('strategyType', parseLabel);
  const strategyDescription = optional('strategyDescription', parseLabel);
  const strategyPosition = optional('strategyPosition', parsePosition);
  const strategySize = optional('strategySize', parsePosition);
  if (strategyPosition !== undefined && strategySize !== undefined && strategyPosition > strategySize) {
    report('strategyPosition', 'must be at most strategySize');
  }
  return {
    ...(strategyId !== undefined && { strategyId }),
    ...(strategyType !== undefined && { strategyType }),
    ...(strategyDescription !== undefined && { strategyDescription }),
    ...(strategyPosition !== undefined && { strategyPosition }),
    ...(strategySize !== undefined && { strategySize }),
  };
}

/** The fields that have no meaning here. If they are too large together, the largest is reported. */
function readExtra(input: OrderInput, { report }: OrderFields): JsonObject {
  const entries = Object.entries(input as Readonly<Record<string, Json>>).filter(
    ([name, value]) => !KNOWN.has(name) && value !== undefined,
  );
  const kept = entries.filter(([name, value]) => {
    const reason = whyNotExtra(name, value);
    if (reason !== undefined) report(name, reason);
    return reason === undefined;
  });
  const extra = Object.fromEntries(kept);
  if (jsonBytes(extra) <= MAX_EXTRA_BYTES) return extra;
  const sizes = kept.map(([name, value]) => ({ name, bytes: jsonBytes(value) }));
  const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  report(
    largest.name,
    `is too much: fields without a meaning here may hold ${MAX_EXTRA_BYTES} bytes of JSON in all`,
  );
  return {};
}

function whyNotExtra(name: string, value: Json): string | undefined {
  if (SERVER_SET.has(name)) return 'is set by the server';
  if (UNSAFE_NAMES.has(name)) return 'is not a name for a field';
  const depth = checkDepth(value);
  return depth.ok ? undefined : depth.error.reason;
}
