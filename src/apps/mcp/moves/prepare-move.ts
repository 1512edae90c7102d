import type { JsonSchema } from '../../../adapters/express/index.js';
import type { Token } from '../../../domain/market/registry.js';
import { STX } from '../../../domain/shared/contract-id.js';
import {
  ClientError,
  type ClientWallet,
  type PlannedMove,
  type SubnetDirection,
} from '../../../sdk/client/index.js';
import { callParameters } from '../../../sdk/signing/contract-call.js';
import { units } from '../../../sdk/signing/index.js';
import { isAll } from '../../../sdk/trading/index.js';
import { amountOf } from '../../../sdk/words/token-words.js';
import { requireNames } from '../operation-request.js';
import { balanceOf, ownerOf } from '../owner.js';
import { ofArgument, tokenOf } from '../token-arguments.js';
import { badArgument, clientOf, ToolError, type Arguments, type McpTool, type ToolContext } from '../tool.js';

const DIRECTIONS: readonly SubnetDirection[] = ['deposit', 'withdraw'];

const ARGUMENTS: JsonSchema = {
  type: 'object',
  properties: {
    direction: {
      type: 'string',
      enum: DIRECTIONS,
      description: 'deposit: from the wallet, so that orders can sell it; withdraw: back to the wallet',
    },
    token: { type: 'string', description: 'a symbol such as STX, or a contract id' },
    amount: { type: 'string', description: 'whole tokens: "100" or "100 STX"; "all" for the whole balance' },
    owner: { type: 'string', description: 'address of the wallet' },
  },
  required: ['direction', 'token', 'amount', 'owner'],
  additionalProperties: false,
};

/** Tool that makes a deposit into a subnet, or a withdrawal from it, unsigned. */
export const PREPARE_MOVE: McpTool = {
  name: 'prepare_move',
  title: 'Prepare a deposit or a withdrawal for its owner’s signature',
  isRead: true,
  description:
    'Use this to deposit what the wallet holds into the subnet, from which orders sell, or to withdraw it. It returns a transaction of the ' +
    'wallet, unsigned: have the wallet make the request `transaction`, which signs and sends it. Once its block is mined, the call of `next` ' +
    'shows the new balances.',
  inputSchema: ARGUMENTS,
  run: prepare,
};

/** A transaction for the owner's wallet. */
interface PreparedMove {
  readonly unsigned: true;
  /** Effects of the transaction, in sentences. */
  readonly summary: readonly string[];
  /** Request to the wallet (SIP-030), and what it should show. */
  readonly transaction: { readonly method: string; readonly params: object; readonly walletShows: object };
  readonly next: { readonly tool: string; readonly arguments: object };
}

async function prepare(args: Arguments, context: ToolContext): Promise<PreparedMove> {
  requireNames(args, Object.keys(ARGUMENTS.properties!), ARGUMENTS.required!);
  const direction = directionOf(args);
  const owner = ownerOf(args);
  const { tokens, network } = await context.facts();
  const copy = tokenOf('token', args['token'], tokens, true);
  const paid = direction === 'withdraw' ? copy : tokenOf('token', copy.base, tokens);
  const amount = await unitsOf(args, paid, () => balanceOf(clientOf(context), owner, paid));
  const move = await plannedMove(
    (wallet) =>
      clientOf(context, wallet).subnets[direction](
        { token: copy.contractId, amount },
        { registry: { tokens, network } },
      ),
    { owner, paid },
  );
  const { contract, functionName, transfers } = move.call;
  return {
    unsigned: true,
    summary: summaryOf(direction, move),
    transaction: {
      method: 'stx_callContract',
      params: { ...callParameters(move.call), address: owner, network },
      walletShows: {
        ...{ contract, functionName, amount: move.amount.toString() },
        transfers: transfers.map((transfer) => ({ ...transfer, amount: transfer.amount.toString() })),
      },
    },
    next: { tool: 'read_portfolio', arguments: { address: owner } },
  };
}

function directionOf({ direction }: Arguments): SubnetDirection {
  const known = DIRECTIONS.find((one) => one === direction);
  if (known !== undefined) return known;
  throw badArgument('direction', 'deposit or withdraw');
}

async function unitsOf(
  { amount }: Arguments,
  paid: Token,
  balance: () => Promise<bigint | undefined>,
): Promise<string> {
  if (typeof amount !== 'string') throw badArgument('amount', 'whole tokens, such as "100", or "all"');
  if (!isAll(amount)) return ofArgument('amount', () => units(amount, paid));
  if (paid.contractId === STX)
    throw badArgument('amount', 'name it: the wallet needs STX for fees, so not all of it can be deposited');
  const held = await balance();
  if (held === undefined) throw badArgument('amount', 'the balance is unknown now: name the amount');
  return held.toString();
}

/** The move that the client asks a wallet to make. No wallet is asked: it is made by the owner, elsewhere. */
async function plannedMove(
  ask: (wallet: ClientWallet) => Promise<PlannedMove>,
  { owner, paid }: { readonly owner: string; readonly paid: Token },
): Promise<PlannedMove> {
  const signText = () => Promise.reject(new Error('a move needs no signed text'));
  try {
    return await ask({ address: owner, publicKey: '', signText, sendCall: async () => '' });
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const { code, details } = error;
    const { balance } = (details ?? {}) as { readonly balance?: string };
    if (code === 'insufficient-balance' && balance !== undefined)
      throw badArgument('amount', `the owner holds only ${amountOf(balance, paid)}`);
    throw new ToolError(error.message, { code: code ?? 'failed', hint: error.hint });
  }
}

const summaryOf = (
  direction: SubnetDirection,
  { paid, received, amount }: PlannedMove,
): readonly string[] => [
  `${direction === 'deposit' ? 'Deposits' : 'Withdraws'} ${amountOf(amount, paid)}: the wallet gets ${amountOf(amount, received)}, one for one.`,
  direction === 'deposit'
    ? 'Orders can sell the deposit once the block of the transaction is mined.'
    : 'Orders that sell what is withdrawn find too little.',
  'The wallet pays the fee of the transaction in STX, and nothing else moves.',
];
