import { balancesOf } from './balances.js';
import { requireKnown, type ReadOptions } from '../transport/call.js';
import { ClientError, invalidArgument } from '../transport/client-error.js';
import { connect, type ClientOptions, type ClientWallet, type Connection } from '../transport/connection.js';
import type { Names } from '../transport/known-names.js';
import { openNode, type WalletNode } from './stacks-node.js';
import { plannedMove, type PlannedMove, type SubnetMove } from './subnet-calls.js';
import type { SubnetDirection } from '../transport/wallet-calls.js';
import { vaultsOf } from '../market/vaults.js';
import type { ResponseOf } from '../transport/route.js';

/** The network and its tokens. */
export type SubnetFacts = Pick<ResponseOf<'readRegistry'>, 'network' | 'tokens'>;

/** Options of deposits and withdrawals. */
export interface MoveOptions extends ReadOptions {
  /** Network and tokens to use in place of the server's. They determine the contract that the wallet pays into. */
  readonly registry?: SubnetFacts;
  /** Fee in microSTX, for a wallet whose key is at hand. Default: the node's estimate, at most `maxFeeUstx`. */
  readonly feeUstx?: bigint;
  /** Maximum fee in microSTX. Default 100,000, a tenth of an STX. */
  readonly maxFeeUstx?: bigint;
  /**
   * Called before the wallet signs, with what it will sign; the fee is undefined if the wallet chooses it. Returning false ends the
   * call.
   */
  readonly review?: (move: PlannedMove, feeUstx: bigint | undefined) => boolean | Promise<boolean>;
}

/** A transaction that was sent. */
export interface SentMove extends PlannedMove {
  /** Id of the transaction, 64 hex characters. */
  readonly txid: string;
}

/** Options for waiting until a transaction is mined. */
export interface SettledOptions {
  readonly signal?: AbortSignal;
  /** Time limit of the wait in milliseconds. Default 600,000. */
  readonly timeoutMs?: number;
}

/**
 * Deposits into subnets and withdrawals from them, made by transactions of the wallet, which pays their fees. The client sends them
 * to a Stacks node, `stacksApiUrl`, and never through the service.
 */
export interface SubnetsClient {
  /**
   * Turns an amount of a token into its subnet copy, which orders sell. Resolves once the transaction is sent. Never repeated
   * automatically: on `transaction-unknown` wait for `settled` first.
   */
  deposit(move: SubnetMove, options?: MoveOptions): Promise<SentMove>;
  /** Turns an amount of a subnet copy back into its token. Otherwise like `deposit`. */
  withdraw(move: SubnetMove, options?: MoveOptions): Promise<SentMove>;
  /** Resolves once the transaction is mined; rejects with `transaction-failed` and the chain's reason, or with `timeout`. */
  settled(
    txid: string,
    options?: SettledOptions,
  ): Promise<{ readonly txid: string; readonly blockHeight: number | undefined }>;
}

const MOVE: Names<SubnetMove> = { token: 1, amount: 1 };
const OPTIONS: Names<MoveOptions> = {
  ...{ signal: 1, timeoutMs: 1, registry: 1, feeUstx: 1 },
  ...{ maxFeeUstx: 1, review: 1 },
};
const SETTLED: Names<SettledOptions> = { signal: 1, timeoutMs: 1 };
const TXID = /^(?:0x)?([0-9a-f]{64})$/i;
const MAX_FEE_USTX = 100_000n;
const WAIT_MS = 600_000;
const LONGEST_PAUSE_MS = 8_000;

/**
 * A client of subnets alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const subnets = subnetsClient({ baseUrl: 'https://dex.example.org', wallet });
 * const { txid } = await subnets.deposit({ token: '.stx', amount: '1500000' });
 * await subnets.settled(txid);
 */
export const subnetsClient = (options: ClientOptions): SubnetsClient => subnetsOf(connect(options));

export function subnetsOf(connection: Connection): SubnetsClient {
  const move =
    (direction: SubnetDirection) =>
    async (what: SubnetMove, options: MoveOptions = {}) => {
      requireKnown(what, MOVE);
      requireKnown(options, OPTIONS);
      const { registry, signal, timeoutMs, review = () => true } = options;
      const reading = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
      const wallet = requireWallet(connection.options.wallet);
      const { network, tokens } = registry ?? (await vaultsOf(connection).registry(reading));
      requireNetwork(wallet, network);
      const planned = plannedMove(direction, what, { tokens, owner: wallet.address });
      await requireHeld(connection, planned, wallet.address, reading);
      if (wallet.sendCall !== undefined) {
        await requireReviewed(review(planned, undefined));
        return { ...planned, txid: await signed(wallet.sendCall(planned.call)) };
      }
      const node = await openNode(connection, network, signal);
      const { nonce, feeUstx, sign } = await accountFor(wallet, planned, { node, ...options });
      await requireReviewed(review(planned, feeUstx));
      const { raw, txid } = await sign({ nonce, feeUstx });
      await node.send(raw, txid);
      return { ...planned, txid };
    };
  return {
    deposit: move('deposit'),
    withdraw: move('withdraw'),
    settled: async (given, options = {}) => {
      requireKnown(options, SETTLED);
      const [, txid] = TXID.exec(given) ?? [];
      if (txid === undefined) throw invalidArgument('a transaction id has 64 hex characters');
      const { signal, timeoutMs = WAIT_MS } = options;
      const { system } = connection;
      const { network } = await vaultsOf(connection).registry({ ...(signal && { signal }) });
      const node = await openNode(connection, network, signal);
      const until = system.now() + timeoutMs;
      for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        const outcome = await node.outcome(txid);
        if (outcome?.isSuccess === true) return { txid, blockHeight: outcome.blockHeight };
        if (outcome !== undefined)
          throw new ClientError(`The transaction failed: ${outcome.reason}`, {
            code: 'transaction-failed',
            details: { txid, ...outcome },
          });
        if (system.now() + pauseMs > until)
          throw new ClientError(`No block has the transaction after ${timeoutMs} ms`, {
            ...{ code: 'timeout', details: { txid } },
          });
        await system.pause(pauseMs, signal);
      }
    },
  };
}

function requireWallet(wallet: ClientWallet | undefined): ClientWallet {
  if (wallet === undefined || (wallet.sendCall ?? wallet.signCall) === undefined)
    throw new ClientError(
      'This call needs a wallet that sends transactions, such as a signer of sluice/signing: pass wallet to createClient',
      { code: 'no-credentials' },
    );
  return wallet;
}

function requireNetwork({ address }: ClientWallet, network: SubnetFacts['network']): void {
  if (/^S[PM]/.test(address) === (network === 'mainnet')) return;
  throw new ClientError(`The exchange is on ${network}, and the wallet ${address} is on another network`, {
    code: 'wrong-network',
  });
}

/** Requires that the wallet holds the amount: otherwise the chain would undo the transaction, and keep its fee. */
async function requireHeld(
  connection: Connection,
  { paid, amount }: PlannedMove,
  owner: string,
  options: ReadOptions,
): Promise<void> {
  const { balances } = await balancesOf(connection).get(owner, [paid], options);
  const held = balances[0]?.balance;
  // An unknown balance is not 0: the chain decides.
  if (held === undefined || held === null || BigInt(held) >= amount) return;
  throw new ClientError(
    `The wallet holds ${held} smallest units of ${paid.symbol} (${paid.contractId}), which is less than ${amount}`,
    { code: 'insufficient-balance', details: { balance: held, needed: String(amount) } },
  );
}

async function accountFor(
  wallet: ClientWallet,
  { call }: PlannedMove,
  { node, feeUstx, maxFeeUstx = MAX_FEE_USTX }: MoveOptions & { readonly node: WalletNode },
) {
  const sign = (account: { readonly nonce: bigint; readonly feeUstx: bigint }) =>
    signed(wallet.signCall!(call, account));
  const nonce = await node.nextNonce(wallet.address);
  if (feeUstx !== undefined) return { nonce, feeUstx, sign };
  const { payload, raw } = await sign({ nonce, feeUstx: 0n });
  const usual = await node.feeOf(payload, raw.length / 2);
  return { nonce, feeUstx: usual < maxFeeUstx ? usual : maxFeeUstx, sign };
}

async function requireReviewed(answer: boolean | Promise<boolean>): Promise<void> {
  if (!(await answer)) throw new ClientError('The call was not confirmed', { code: 'aborted' });
}

async function signed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ClientError('The wallet did not sign', { code: 'wallet-failed', cause });
  }
}
