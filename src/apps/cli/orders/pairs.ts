import type { Client } from '../../../sdk/client/index.js';
import { isContractId } from '../../../domain/market/named-token.js';
import { listTokens } from '../service/tokens.js';
import { UsageError } from '../usage-error.js';

/**
 * The pairs of contract ids that a text such as STX/sBTC means, in the service's form. A symbol means a token and its subnet
 * copies. The result has every pair that an order can swap: orders sell only subnet copies, but buy either.
 */
export async function pairsOf(client: Client, pair: string): Promise<readonly string[]> {
  const names = pair.split('/').map((name) => name.trim());
  const [first = '', second = ''] = names;
  if (names.length !== 2 || first === '' || second === '')
    throw new UsageError('--pair: must be two tokens, such as STX/sBTC');
  const tokens = await listTokens(client, names);
  const named = (name: string) => {
    if (isContractId(name)) return [{ contractId: name, isSold: true }];
    const found = tokens.filter(({ symbol }) => symbol.toLowerCase() === name.toLowerCase());
    if (found.length === 0) throw new UsageError(`--pair: no token has the symbol ${name}`);
    return found.map(({ contractId, type }) => ({ contractId, isSold: type === 'SUBNET' }));
  };
  return named(first).flatMap((a) =>
    named(second)
      .filter((b) => a.isSold || b.isSold)
      .map((b) => `${a.contractId},${b.contractId}`),
  );
}
