import { ClientError, invalidArgument } from '../transport/client-error.js';
import { idOf, type TokenName } from '../market/quotes.js';
import type { SubnetCall, SubnetDirection } from '../transport/wallet-calls.js';
import type { RegistryToken } from '../wire/vaults.js';

/** Amount of a token to move between a wallet and its balance in a subnet. */
export interface SubnetMove {
  /** The subnet copy, or the token that it holds: a contract id, or an object with its `contractId`. */
  readonly token: TokenName;
  /** Smallest units: a whole number from 1 to 2^64 - 1, also as decimal digits. `units` of `sluice/signing` converts whole tokens. */
  readonly amount: bigint | string;
}

/** A call, and the tokens that it moves. */
export interface PlannedMove {
  readonly call: SubnetCall;
  /** Token that the wallet has less of afterwards. */
  readonly paid: RegistryToken;
  /** Token that the wallet has more of afterwards. */
  readonly received: RegistryToken;
  /** Amount of both tokens in smallest units: a copy holds its base 1:1. */
  readonly amount: bigint;
}

const STX = '.stx';
const U64_MAX = 2n ** 64n - 1n;
const DIGITS = /^\d{1,20}$/;

/** The call that moves an owner's amount. Rejects a token without a subnet, and amounts that no post-condition can express. */
export function plannedMove(
  direction: SubnetDirection,
  { token, amount: given }: SubnetMove,
  { tokens, owner }: { readonly tokens: readonly RegistryToken[]; readonly owner: string },
): PlannedMove {
  const copy = copyOf(idOf(token), tokens);
  const base = tokens.find(({ contractId }) => contractId === copy.base);
  if (base === undefined)
    throw refused(`${nameOf(copy)} holds ${copy.base ?? 'no token'}, which the registry does not list`);
  const amount = amountOf(given);
  const isDeposit = direction === 'deposit';
  return {
    call: {
      contract: copy.contractId,
      functionName: direction,
      // No recipient means the signer.
      args: [{ type: 'uint', value: amount }, { type: 'none' }],
      transfers: [{ sender: isDeposit ? owner : copy.contractId, asset: assetOf(base), amount }],
    },
    ...(isDeposit ? { paid: base, received: copy } : { paid: copy, received: base }),
    amount,
  };
}

const assetOf = ({ contractId, identifier }: RegistryToken): string =>
  contractId === STX ? 'stx' : `${contractId}::${identifier}`;

/** Finds the subnet copy by its own id, or by the id of its base if that has only one copy. */
function copyOf(id: string, tokens: readonly RegistryToken[]): RegistryToken {
  const token = tokens.find(({ contractId }) => contractId === id);
  if (token === undefined) throw invalidArgument(`${id} is no token of this exchange`);
  if (token.type === 'SUBNET') return token;
  const [copy, ...others] = tokens.filter(({ type, base }) => type === 'SUBNET' && base === id);
  if (copy === undefined)
    throw refused(
      `${nameOf(token)} has no subnet copy on this exchange: there is nothing to deposit it into`,
    );
  if (others.length === 0) return copy;
  const ids = [copy, ...others].map(({ contractId }) => contractId);
  throw refused(`${nameOf(token)} has several subnet copies, name one: ${ids.join(', ')}`);
}

function amountOf(given: bigint | string): bigint {
  const text = typeof given === 'number' ? '' : String(given);
  const amount = DIGITS.test(text) ? BigInt(text) : 0n;
  if (amount >= 1n && amount <= U64_MAX) return amount;
  throw invalidArgument(
    `amount must be a whole number of smallest units from 1 to 2^64 - 1, as a bigint or decimal digits, not ${String(given).slice(0, 50)}`,
  );
}

const nameOf = ({ symbol, contractId }: RegistryToken): string => `${symbol} (${contractId})`;

const refused = (message: string) => new ClientError(message, { code: 'no-subnet' });
