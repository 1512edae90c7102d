import { Cl, type ClarityValue } from '@stacks/transactions';
import { findBreach } from './post-conditions.js';
import type { ReceivedTransaction, TransactionPayload } from './received-transaction.js';
import type { Execution, VmEvent } from '../vm/execution.js';
import { UpstreamUnavailable } from '../vm/upstream.js';
import type { Checkpoint, Vm } from '../vm/vm.js';

export interface MinedTransaction {
  readonly transaction: ReceivedTransaction;
  readonly status: 'success' | 'abort_by_response' | 'abort_by_post_condition';
  readonly result: ClarityValue;
  readonly events: readonly VmEvent[];
  /** Reason for an abort that the VM, not the contract, caused. */
  readonly vmError?: string | undefined;
}

/**
 * Undoes a transaction by restoring a checkpoint and repeating the transactions kept since. One `Undo` may serve several consecutive
 * blocks, as long as nothing else changes the VM's state or takes a scratch checkpoint.
 */
export class Undo {
  private checkpoint: Checkpoint | undefined;
  private since: (() => void)[] = [];

  /** @param limit greatest number of executions between two checkpoints; unlimited by default. */
  constructor(
    private readonly vm: Vm,
    private readonly limit = Infinity,
  ) {}

  /** Prepares to undo the next transaction. Call it before each one. */
  prepare(): void {
    if (this.since.length >= this.limit) this.forget();
    this.checkpoint ??= this.vm.scratchCheckpoint();
  }

  /** Keeps the transaction's effect. `again` repeats the effect after a restore. */
  keep(again: () => void): void {
    this.since.push(again);
  }

  /** Returns to the state after the last kept effect. */
  back(): void {
    this.vm.restore(this.checkpoint!);
    for (const again of this.since) again();
  }

  /** Discards the checkpoint, so that the next `prepare` takes one of the state at that time. */
  forget(): void {
    this.checkpoint = undefined;
    this.since = [];
  }
}

/**
 * Executes the transactions in order on the VM. Each pays its fee to the address `miner`, even if it aborts; it is skipped if its
 * sender cannot pay. A transaction that breaches its post-conditions is undone. One that needs state that a forked network fails to
 * return waits for a later block.
 */
export function executeBlock(
  vm: Vm,
  transactions: readonly ReceivedTransaction[],
  miner: string,
  undo = new Undo(vm),
): MinedTransaction[] {
  const mined: MinedTransaction[] = [];
  // Once a transaction is skipped, the nonces of its sender's later ones are too high.
  const stuck = new Set<string>();
  for (const transaction of transactions) {
    if (stuck.has(transaction.sender)) continue;
    undo.prepare();
    const outcome = attempt(vm, transaction, miner);
    if (outcome === 'unavailable') undo.back();
    if (outcome === undefined || outcome === 'unavailable') {
      stuck.add(transaction.sender);
      continue;
    }
    mined.push(outcome);
    if (outcome.status === 'abort_by_post_condition') {
      undo.back();
      payFee(vm, transaction, miner);
      undo.forget();
    } else undo.keep(() => execute(vm, transaction, miner));
  }
  return mined;
}

function attempt(vm: Vm, transaction: ReceivedTransaction, miner: string) {
  try {
    return execute(vm, transaction, miner);
  } catch (cause) {
    if (cause instanceof UpstreamUnavailable) return 'unavailable';
    throw cause;
  }
}

/** Executes a transaction; returns undefined if it cannot be mined now. */
function execute(vm: Vm, transaction: ReceivedTransaction, miner: string): MinedTransaction | undefined {
  const { payload, sender, postConditions, postConditionMode } = transaction;
  if (payload.kind === 'other' || !payFee(vm, transaction, miner)) return undefined;
  const execution = run(vm, payload, sender);
  const aborted = { transaction, status: 'abort_by_response', events: [] } as const;
  if (execution.kind === 'err') return { ...aborted, result: execution.result };
  if (execution.kind === 'panicked')
    return { ...aborted, result: Cl.error(Cl.none()), vmError: execution.message };
  const { result, events } = execution;
  // Post-conditions do not apply to a transfer, which states its movement itself.
  const breach =
    payload.kind === 'transfer' ? undefined : findBreach(events, postConditions, postConditionMode, sender);
  return breach === undefined
    ? { transaction, status: 'success', result, events }
    : { transaction, status: 'abort_by_post_condition', result, events: [], vmError: breach };
}

function run(
  vm: Vm,
  payload: Exclude<TransactionPayload, { readonly kind: 'other' }>,
  sender: string,
): Execution {
  switch (payload.kind) {
    case 'call':
      return vm.call(payload.contractId, payload.functionName, payload.args, sender);
    case 'deploy':
      return vm.deployFor(payload, sender);
    case 'transfer':
      return vm.transferStx(payload.amount, sender, payload.recipient);
  }
}

function payFee(vm: Vm, { sender, feeUstx }: ReceivedTransaction, miner: string): boolean {
  return vm.transferStx(feeUstx, sender, miner).kind === 'ok';
}
