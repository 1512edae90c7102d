import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { deserializeCV, makeContractCall } from '@stacks/transactions';
import { signDigest, parsePrivateKey, publicKeyOf } from '../../src/sdk/signing/key.js';
import { fromHex, toHex } from '../../src/domain/shared/hex.js';
import { SHARED_CODE, SLUICE } from './run-command.js';
import type { TestChain, Wallet } from './test-chain.js';

type Json = Readonly<Record<string, unknown>>;

/** The result of a tool, read. */
export interface ToolResult {
  readonly isError: boolean;
  readonly answer: Json;
}

/** An agent that has nothing but an MCP server. */
export interface Agent {
  readonly client: Client;
  /** Number of requests so far. */
  readonly calls: () => number;
  readonly list: () => Promise<readonly string[]>;
  readonly call: (name: string, args: Json) => Promise<ToolResult>;
  /** What the server has written on stderr. */
  readonly notes: () => string;
  close(): Promise<void>;
}

/** The official client, over stdio from `sluice mcp` or over HTTP from the server itself. */
export async function openAgent(over: 'stdio' | 'HTTP', url: string): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  let notes = '';
  let calls = 0;
  if (over === 'HTTP') await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  else {
    const args = [SLUICE, 'mcp', '--url', url];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      env: { ...SHARED_CODE },
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (chunk) => (notes += String(chunk)));
    await client.connect(transport);
  }
  return {
    client,
    calls: () => calls,
    list: async () => {
      calls++;
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    call: async (name, args) => {
      calls++;
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const [first] = content as readonly { readonly text: string }[];
      return { isError, answer: JSON.parse(first!.text) as Json };
    },
    notes: () => notes,
    close: () => client.close(),
  };
}

/** What a tool returned to be signed. */
interface Unsigned {
  readonly sign: readonly { readonly sha256: string }[];
  readonly next: { readonly tool: string; readonly arguments: Json };
}

/** Signs each step as a wallet does, and returns the call to make with the signatures in their places. */
export function signedCall(answer: Json, { privateKey }: Pick<Wallet, 'privateKey'>): Unsigned['next'] {
  const { sign, next } = answer as unknown as Unsigned;
  const key = parsePrivateKey(privateKey);
  const signatures = sign.map(({ sha256 }) => signDigest(fromHex(sha256), key));
  const filled = JSON.stringify(next)
    .replace(/<signature ([0-9]+)>/g, (_, n: string) => signatures[Number(n) - 1]!)
    .replace('<public key of the wallet>', toHex(publicKeyOf(key)));
  return JSON.parse(filled) as Unsigned['next'];
}

/** Signs and sends a prepared transaction as a wallet does, from the parameters of its request alone. */
export async function sendAsWallet(
  answer: Json,
  { devnet, nonceOf }: Pick<TestChain, 'devnet' | 'nonceOf'>,
): Promise<void> {
  const { method, params } = answer['transaction'] as {
    readonly method: string;
    readonly params: CallParams;
  };
  const { address, contract, functionName, functionArgs, postConditions, postConditionMode, network } =
    params;
  if (method !== 'stx_callContract') throw new Error(`no wallet knows ${method}`);
  const { privateKey } = devnet.accounts.find((account) => account.address === address)!;
  const [contractAddress, contractName] = contract.split('.') as [string, string];
  const transaction = await makeContractCall({
    ...{ contractAddress, contractName, functionName, postConditions, postConditionMode },
    functionArgs: functionArgs.map((value) => deserializeCV(value)),
    senderKey: privateKey,
    nonce: await nonceOf(address),
    fee: 500,
    network: network as 'devnet',
    validateWithAbi: false,
  });
  const response = await fetch(`${devnet.stacksApiUrl}/v2/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: transaction.serializeBytes(),
  });
  if (!response.ok) throw new Error(await response.text());
}

interface CallParams {
  readonly address: string;
  readonly contract: string;
  readonly functionName: string;
  readonly functionArgs: readonly string[];
  readonly postConditions: string[];
  readonly postConditionMode: 'deny';
  readonly network: string;
}
