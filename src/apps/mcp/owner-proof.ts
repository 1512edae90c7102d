import type { OperationDescription } from '../../adapters/express/schema/model.js';
import type { JsonSchema } from '../../adapters/express/index.js';
import { isObject } from '../../domain/shared/fields.js';
import { signMessage } from '../../sdk/signing/index.js';
import { actedOn } from './orders/acted-on.js';
import { collectingSigner, walletAddressOf, type SigningStep } from './signing-steps.js';
import { badArgument, type Arguments, type ToolContext } from './tool.js';

/** Time for which the server accepts a signed message, ms. */
const VALID_MS = 300_000;

const PROOF: JsonSchema = {
  type: 'object',
  description:
    'the owner’s signature over a message that this tool returned: the same other arguments must come with it',
  properties: {
    message: { type: 'string', description: 'the text that was signed, byte for byte' },
    signature: {
      type: 'string',
      description: 'what stx_signMessage returned: R, S, V in 130 hex characters',
    },
    publicKey: { type: 'string', description: 'the wallet’s compressed public key, 66 hex characters' },
  },
  required: ['message', 'signature', 'publicKey'],
  additionalProperties: false,
};

/** Arguments by which a caller proves who it is. */
export function proofArguments({ access }: OperationDescription): Readonly<Record<string, JsonSchema>> {
  const isOpen = access.includes('anyone');
  return {
    ...(access.includes('api-key') && {
      apiKey: { type: 'string', description: 'the owner’s API key, if there is one' },
    }),
    ...(takesWallet(access) && { proof: PROOF }),
    ...(takesWallet(access) &&
      isOpen && {
        asOwner: {
          type: 'boolean',
          description: 'true: return the message that the owner signs to read what only owners see',
        },
      }),
  };
}

const takesWallet = (access: OperationDescription['access']) =>
  access.includes('wallet-headers') || access.includes('wallet-body');

/** Whether the call needs a signature that it does not have. */
export const lacksProof = ({ access }: OperationDescription, args: Arguments): boolean =>
  takesWallet(access) &&
  args['apiKey'] === undefined &&
  args['proof'] === undefined &&
  (args['asOwner'] === true || !access.includes('anyone'));

/** Something to be signed, and the call that sends it. */
export interface Unsigned {
  readonly unsigned: true;
  readonly sign: readonly SigningStep[];
  /** Time until which the server accepts the signature, ISO 8601; absent if it does not expire. */
  readonly validUntil?: string;
  readonly next: { readonly tool: string; readonly arguments: object };
}

/** A message to be signed, with what it does. */
interface UnsignedMessage extends Unsigned {
  /** Effects of the call, in sentences. */
  readonly summary: readonly string[];
}

/** The message for the owner's wallet, and the call to make with its signature. */
export async function unsignedCall(
  tool: string,
  { id, summary, signedFields = {} }: OperationDescription,
  args: Arguments,
  context: ToolContext,
): Promise<UnsignedMessage> {
  const { audience, now, facts } = context;
  const { signer, steps } = collectingSigner('');
  const { action, ...rest } = signedFields;
  const fields = Object.entries(rest).flatMap(([name, { const: fixed }]) => {
    const value = fixed ?? args[name] ?? (name === 'uuid' ? '*' : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  const message = { action: String(action?.const), ...Object.fromEntries(fields) };
  const { network } = await facts();
  const { 'x-message': text } = await signMessage(signer, message, { audience, network, now });
  const { asOwner: _, ...same } = args;
  return {
    summary: [
      `${summary}.`,
      ...namedWords(Object.keys(rest), args),
      ...(await actedOn(args, context, id === 'executeOrder')),
    ],
    unsigned: true,
    sign: steps,
    validUntil: new Date(now() + VALID_MS).toISOString(),
    next: {
      tool,
      arguments: {
        ...same,
        proof: { message: text, signature: '<signature 1>', publicKey: '<public key of the wallet>' },
      },
    },
  };
}

/** Signed arguments of a call in a sentence: the summary of an operation is the same for all of its calls. */
function namedWords(fields: readonly string[], args: Arguments): readonly string[] {
  const names = fields.filter((name) => name !== 'uuid');
  const given = names.filter((name) => args[name] !== undefined);
  if (names.length === 0) return [];
  if (given.length === 0) return [`Nothing narrows it: no ${names.join(', no ')}.`];
  return [`Only with ${given.map((name) => `${name} ${String(args[name])}`).join(', ')}.`];
}

/** Headers and body fields of a caller's proof. */
export interface ProofParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly signedBody?: { readonly message: string; readonly walletAddress: string };
}

/** The caller as the request names it: its key, its wallet's signature, or nothing. */
export async function proofOf(
  { access }: OperationDescription,
  { apiKey, proof }: Arguments,
  { facts }: ToolContext,
): Promise<ProofParts> {
  if (apiKey !== undefined && proof !== undefined)
    throw badArgument('apiKey', 'give an API key or a proof, not both');
  if (apiKey !== undefined) return { headers: { 'x-api-key': headerText('apiKey', apiKey) } };
  if (proof === undefined) return { headers: {} };
  if (!isObject(proof)) throw badArgument('proof', 'an object with message, signature and publicKey');
  const { message, signature, publicKey } = proof;
  if (typeof message !== 'string') throw badArgument('proof.message', 'the text that was signed');
  const { network } = await facts();
  const walletAddress = walletAddressOf(publicKey, network, 'proof.publicKey');
  const headers = {
    'x-signature': headerText('proof.signature', signature),
    'x-public-key': String(publicKey).toLowerCase(),
  };
  if (access.includes('wallet-body')) return { headers, signedBody: { message, walletAddress } };
  return {
    headers: {
      ...headers,
      'x-message': headerText('proof.message', message),
      'x-wallet-address': walletAddress,
    },
  };
}

/** Text that may be a header. The error does not repeat it, since it may be a secret. */
function headerText(field: string, value: unknown): string {
  if (typeof value === 'string' && /^[\x20-\x7e]{1,4096}$/.test(value)) return value;
  throw badArgument(field, 'text of 1 to 4,096 printable ASCII characters');
}
