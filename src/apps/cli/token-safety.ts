import { print, printTable } from '../../adapters/terminal/index.js';
import { ClientError, type Client, type TokenPrice, type TokenSafety } from '../../sdk/client/index.js';
import { printJson, type JsonOption } from './result.js';
import { openClient, type ServerOption } from './service/service.js';
import { listTokens, tokenNamed } from './service/tokens.js';

const POWERS = [
  ['mint', 'make new tokens'],
  ['freeze', 'stop transfers'],
  ['take', 'take from holders'],
  ['uri', 'change the metadata address'],
] as const;

/** Tells who may do what with a token, from a running server, and what a round trip loses. */
export async function tokenSafety(
  name: string,
  { url, json = false }: ServerOption & JsonOption,
): Promise<number> {
  const client = openClient({ url });
  const contractId = tokenNamed(name, await listTokens(client, [name]));
  const safety = await client.metadata.safety(contractId);
  const price = await priceOf(client, contractId);
  const roundTripLoss = price?.roundTripLoss ?? null;
  if (json) return printJson({ ...safety, roundTripLoss });
  printSafety(safety, roundTripLoss);
  return 0;
}

/** Undefined for a token without a price. */
async function priceOf(client: Client, contractId: string): Promise<TokenPrice | undefined> {
  try {
    return await client.prices.get(contractId);
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return undefined;
    throw error;
  }
}

function printSafety(safety: TokenSafety, roundTripLoss: number | null): void {
  const { contractId, deployedHeight, deployedAt, holders } = safety;
  print(contractId);
  printTable(
    ['can', 'who', 'which', 'by'],
    POWERS.map(([power, words]) => {
      const { who, by, functions } = safety[power];
      return [words, who === 'no' ? 'no one' : who, by.join(' '), functions.join(' ')];
    }),
  );
  const since = deployedAt === undefined ? '' : ` (${deployedAt.slice(0, 10)})`;
  if (deployedHeight !== undefined) print(`deployed in block ${deployedHeight}${since}`);
  if (holders !== undefined) print(`${holders} holders`);
  if (roundTripLoss !== null) print(`a round trip loses ${Number(roundTripLoss.toFixed(2))}%`);
}
