import { confirm, printNote, printTable } from '../../../adapters/terminal/index.js';
import { ClientError, type PlannedMove, type SubnetDirection } from '../../../sdk/client/index.js';
import { settingsNamed } from '../../server/environment.js';
import { units } from '../../../sdk/signing/index.js';
import { printResult, type JsonOption } from '../result.js';
import { openClient } from '../service/service.js';
import { amountOf } from '../../../sdk/words/token-words.js';
import { findToken } from '../service/tokens.js';
import { signingFacts, type TradingOptions } from '../service/trading.js';
import { requireWallet } from '../service/wallet.js';
import { ofOption, UsageError } from '../usage-error.js';

export interface MoveOptions extends TradingOptions, JsonOption {
  /** Whether to sign without asking. */
  readonly yes: boolean;
}

/** An amount in whole tokens, with the token's symbol or contract id. */
export interface Move {
  readonly amount: string;
  readonly token: string;
}

/**
 * Shows what is to be signed, asks for consent, sends it to the node and waits for its block. Except on a devnet, the tokens come
 * from this machine's registry. Returns the exit code: 1 if the user declines.
 */
export async function moveTokens(
  direction: SubnetDirection,
  { amount, token: name }: Move,
  options: MoveOptions,
): Promise<number> {
  const { network, tokens, accounts } = await signingFacts(options);
  const wallet = await requireWallet({ ...options, network, accounts });
  const token = ofOption('<token>', () => findToken(name, tokens, { ofSubnet: true }));
  const sent = ofOption('<amount>', () => units(amount, token));
  if (BigInt(sent) === 0n) throw new UsageError('<amount>: must be more than 0');
  const { stacksApiUrl } = network === 'devnet' ? {} : settingsNamed('STACKS_API_URL');
  const { subnets } = openClient(options, {
    ...{ wallet, network },
    ...(stacksApiUrl !== undefined && { stacksApiUrl }),
  });
  const review = async (move: PlannedMove, feeUstx: bigint | undefined) => {
    // With --json, stdout is reserved for the result.
    printTable(['what is signed', ''], rowsOf(move, wallet.address, feeUstx ?? 0n), process.stderr);
    return options.yes || confirm(`Sign and send it?`);
  };
  try {
    const move = await subnets[direction]({ token, amount: sent }, { registry: { network, tokens }, review });
    printNote(`sent ${move.txid}; waiting for its block`);
    const { txid, blockHeight } = await subnets.settled(move.txid);
    const { paid, received } = move;
    return printResult(
      { txid, blockHeight, amount: sent, paid: paid.contractId, received: received.contractId },
      options,
      () => [
        `${direction === 'deposit' ? 'deposited' : 'withdrawn'}: the wallet has ${amountOf(sent, received)} more`,
        `transaction ${txid}, block ${blockHeight ?? '-'}`,
      ],
    );
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== 'aborted') throw error;
    printNote('nothing was signed');
    return 1;
  }
}

function rowsOf({ call, paid, received, amount }: PlannedMove, owner: string, feeUstx: bigint) {
  const [transfer] = call.transfers;
  const payer = transfer?.sender === owner ? 'the wallet' : 'the subnet';
  return [
    ['wallet', owner],
    ['pays', `${amountOf(amount, paid)}, ${paid.contractId}`],
    ['gets', `${amountOf(amount, received)}, ${received.contractId}`],
    ['call', `${call.contract} ${call.functionName}`],
    [
      'may move',
      `${payer} sends exactly ${amount} units of ${transfer?.asset ?? '-'}, and nothing else moves`,
    ],
    ['fee', `${amountOf(feeUstx, { decimals: 6, symbol: 'STX' })}, of the wallet`],
  ] as const;
}
