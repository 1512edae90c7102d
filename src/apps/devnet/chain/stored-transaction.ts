import { cvToHex, hexToCV, type ClarityValue } from '@stacks/transactions';
import type { Dress } from '../vm/accounts.js';
import type { MinedTransaction } from './block-execution.js';
import { decodeTransaction, type ReceivedTransaction } from './received-transaction.js';
import type { VmEvent } from '../vm/execution.js';

// A transaction is stored as two lines of JSON: what a chain needs at its start, and the rest, which is decoded on request.

interface Summary {
  readonly txid: string;
  readonly sender: string;
  readonly nonce: string;
  readonly fee: string;
  readonly sizeBytes: number;
  readonly receivedAtMs: number;
  readonly deploys?: string | undefined;
  /** Status of a mined transaction; absent if it is not mined. */
  readonly status?: MinedTransaction['status'];
}

interface Details {
  readonly raw: string;
  readonly result?: string;
  readonly events?: readonly VmEvent[];
  readonly vmError?: string;
}

/** The lines of transactions that have already been encoded or read. */
const known = new WeakMap<MinedTransaction, Buffer>();

/** Returns both lines of a mined transaction, each with its line end. */
export function encodeMined(mined: MinedTransaction): Buffer {
  const earlier = known.get(mined);
  if (earlier !== undefined) return earlier;
  const { transaction, status, result, events, vmError } = mined;
  const lines = encode(
    transaction,
    { status },
    { result: cvToHex(result), events, ...(vmError && { vmError }) },
  );
  known.set(mined, lines);
  return lines;
}

/** Returns both lines of a transaction that is not mined, each with its line end. */
export const encodeReceived = (transaction: ReceivedTransaction): Buffer => encode(transaction, {}, {});

function encode(
  transaction: ReceivedTransaction,
  outcome: Pick<Summary, 'status'>,
  more: Omit<Details, 'raw'>,
): Buffer {
  const { txid, sender, nonce, feeUstx, sizeBytes, receivedAtMs, deploys, rawHex } = transaction;
  const facts = {
    txid,
    sender,
    nonce: String(nonce),
    fee: String(feeUstx),
    sizeBytes,
    receivedAtMs,
    deploys,
  };
  const summary: Summary = { ...facts, ...outcome };
  const details: Details = { raw: rawHex, ...more };
  return Buffer.from(`${JSON.stringify(summary)}\n${JSON.stringify(details)}\n`);
}

/** Reads the output of `encodeMined`. `lines` must not change afterwards. */
export function readMined(lines: Buffer, dress: Dress): MinedTransaction {
  const transaction = new StoredTransaction(lines, dress);
  const mined = new StoredOutcome(transaction, transaction.summary.status!);
  known.set(mined, lines);
  return mined;
}

/** Reads the output of `encodeReceived`. `lines` must not change afterwards. */
export const readReceived = (lines: Buffer, dress: Dress): ReceivedTransaction =>
  new StoredTransaction(lines, dress);

const LINE_END = 0x0a;

/** A transaction whose bytes are decoded only when their content is requested. */
class StoredTransaction implements ReceivedTransaction {
  readonly summary: Summary;
  readonly txid: string;
  readonly sender: string;
  readonly nonce: bigint;
  readonly feeUstx: bigint;
  readonly sizeBytes: number;
  readonly receivedAtMs: number;
  readonly deploys: string | undefined;
  private whole: ReceivedTransaction | undefined;

  constructor(
    private readonly lines: Buffer,
    private readonly dress: Dress,
  ) {
    this.summary = JSON.parse(lines.toString('utf8', 0, lines.indexOf(LINE_END))) as Summary;
    const { txid, sender, nonce, fee, sizeBytes, receivedAtMs, deploys } = this.summary;
    this.txid = txid;
    this.sender = sender;
    this.nonce = BigInt(nonce);
    this.feeUstx = BigInt(fee);
    this.sizeBytes = sizeBytes;
    this.receivedAtMs = receivedAtMs;
    this.deploys = deploys;
  }

  get rawHex(): string {
    return this.details().raw;
  }

  get payload() {
    return this.decoded().payload;
  }

  get postConditions() {
    return this.decoded().postConditions;
  }

  get postConditionMode() {
    return this.decoded().postConditionMode;
  }

  get wire() {
    return this.decoded().wire;
  }

  details(): Details {
    return JSON.parse(this.lines.toString('utf8', this.lines.indexOf(LINE_END))) as Details;
  }

  private decoded(): ReceivedTransaction {
    this.whole ??= decodeTransaction(Buffer.from(this.rawHex, 'hex'), this.receivedAtMs, this.dress);
    return this.whole;
  }
}

class StoredOutcome implements MinedTransaction {
  constructor(
    readonly transaction: StoredTransaction,
    readonly status: MinedTransaction['status'],
  ) {}

  get result(): ClarityValue {
    return hexToCV(this.transaction.details().result ?? '');
  }

  get events(): readonly VmEvent[] {
    return this.transaction.details().events ?? [];
  }

  get vmError(): string | undefined {
    return this.transaction.details().vmError;
  }
}
