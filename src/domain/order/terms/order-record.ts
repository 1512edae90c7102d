import { defined, Fields, isObject, whole, type Field } from '../../shared/fields.js';
import type { JsonObject } from '../../shared/json.js';
import { err, ok, type Result } from '../../shared/result.js';
import { parseTime } from '../../shared/time.js';
import { parseJsonObject } from './draft-fields.js';
import { parseOrderDraft, SERVER_SET, type DraftRules, type FieldProblem, type OrderDraft } from './draft.js';
import { parseTxid, type Txid } from '../ids.js';
import type { OrderEvent } from '../events.js';
import {
  ORDER_STATUSES,
  type ImportedFacts,
  type OpenOrder,
  type Order,
  type OrderStatus,
  type OrderTerms,
  type PastOrder,
} from '../order.js';

/** An order as another exchange recorded it. */
export interface OrderRecord {
  readonly status: OrderStatus;
  readonly createdAt: Date;
  readonly draft: OrderDraft;
  /** Empty for an open order. */
  readonly facts: ImportedFacts;
}

/** Maximum size of a past execution's quote, including the tokens of its path, in UTF-8. */
const MAX_QUOTE_BYTES = 64 * 1024;
const MAX_HEIGHT = 1_000_000_000;
const MAX_UNIX_SECONDS = 100_000_000_000;

/**
 * Parses an order as the existing exchange exports it: the fields of an order response and its signature. `filled` is an older
 * word for `broadcasted`. The terms are checked as of the time at which the order was created.
 */
export function parseOrderRecord(
  value: unknown,
  { now, ...rules }: DraftRules,
): Result<OrderRecord, readonly FieldProblem[]> {
  if (!isObject(value)) return err([{ field: 'record', message: 'must be a JSON object' }]);
  const problems: FieldProblem[] = [];
  const fields = new Fields(value, (field, message) => problems.push({ field, message }));
  const { required, optional } = fields;
  const status = required('status', parseStatus);
  const createdAt = required('createdAt', parseTime);
  if (createdAt !== undefined && createdAt > now) fields.problem('createdAt', 'must not be in the future');
  const facts: ImportedFacts = defined({
    txid: optional('txid', readTxid),
    broadcastedAt: optional('broadcastedAt', parseTime),
    confirmedAt: optional('confirmedAt', parseTime),
    failedAt: optional('failedAt', parseTime),
    cancelledAt: optional('cancelledAt', parseTime),
    blockHeight: optional('blockHeight', whole(0, MAX_HEIGHT)),
    blockTime: optional('blockTime', whole(0, MAX_UNIX_SECONDS)),
    failureReason: optional('failureReason', parseReason),
  });
  const { quote, ...metadata } = optional('metadata', parseMetadata) ?? {};
  const own = Object.entries(value).filter(([name]) => !SERVER_SET.has(name) && name !== 'metadata');
  const isEmpty = Object.keys(metadata).length === 0;
  const input = Object.fromEntries([...own, ...(isEmpty ? [] : [['metadata', metadata] as const])]);
  const asOfThen = { ...rules, now: createdAt ?? now, hasEnded: status !== 'open', keepsMistyped: true };
  const draft = parseOrderDraft(input, asOfThen);
  if (!draft.ok) problems.push(...draft.error.problems);
  if (problems.length > 0 || !draft.ok || status === undefined || createdAt === undefined)
    return err(problems);
  if (status === 'open') return ok({ status, createdAt, draft: draft.value, facts: {} });
  const past = quote === undefined ? draft.value : { ...draft.value, metadata: { ...metadata, quote } };
  return ok({ status, createdAt, draft: past, facts });
}

/** Returns the order to store for one of another exchange: open here if it is open there, otherwise as recorded there. */
export function importOrder(
  terms: OrderTerms,
  { status, createdAt, facts }: Omit<OrderRecord, 'draft'>,
): OpenOrder | PastOrder {
  const imported = { terms, createdAt, version: 1 };
  return status === 'open' ? { ...imported, status } : { ...imported, status, imported: facts };
}

/** The first entry in the log of an imported order. */
export const importedEvent = ({ status, createdAt }: Order, now: Date): OrderEvent => ({
  type: 'imported',
  at: now,
  facts: { status, createdAt: createdAt.toISOString() },
});

const WORDS = [...ORDER_STATUSES, 'filled'] as const;

function parseStatus(raw: unknown): Field<OrderStatus> {
  const word = WORDS.find((known) => known === raw);
  if (word === undefined) return err({ reason: `must be one of ${WORDS.join(', ')}` });
  return ok(word === 'filled' ? 'broadcasted' : word);
}

function readTxid(raw: unknown): Field<Txid> {
  const txid = parseTxid(typeof raw === 'string' ? raw : '');
  return txid.ok ? txid : err({ reason: 'must be 64 hex digits' });
}

const parseReason = (raw: unknown): Field<string> =>
  typeof raw === 'string' ? ok(raw.slice(0, 1_000)) : err({ reason: 'must be text' });

const parseMetadata = (raw: unknown): Field<JsonObject> => parseJsonObject(raw, MAX_QUOTE_BYTES);
