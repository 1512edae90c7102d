/** An OpenAPI security scheme: a credential that a caller sends. */
export interface SecurityScheme {
  readonly type: 'apiKey' | 'http';
  readonly in?: 'header';
  readonly name?: string;
  readonly scheme?: 'bearer';
  readonly description: string;
}

const header = (name: string, description: string): SecurityScheme => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

export const SECURITY_SCHEMES = {
  ApiKey: header('x-api-key', 'an API key: ck_live_, or ck_test_ on a devnet, and 64 hex characters'),
  ApiKeyBearer: { type: 'http', scheme: 'bearer', description: 'an API key, as a bearer token' },
  OperatorSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'the token of an operator’s session: os_ and 64 hex characters',
  },
  WalletMessage: header('x-message', 'the JSON text that the wallet signed, byte for byte'),
  WalletSignature: header('x-signature', 'stx_signMessage over that text: R, S, V in 130 hex characters'),
  WalletPublicKey: header('x-public-key', 'the wallet’s public key, hex'),
  WalletAddress: header('x-wallet-address', 'the wallet’s address on this network'),
} as const satisfies Readonly<Record<string, SecurityScheme>>;

type SchemeName = keyof typeof SECURITY_SCHEMES;

interface AccessRule {
  readonly words: string;
  /** Sets of schemes, any one of which is enough; an empty set requires nothing. */
  readonly schemes: readonly (readonly SchemeName[])[];
}

/** Kinds of callers that an operation may admit. */
export const ACCESS = {
  anyone: { words: 'anyone, without authentication', schemes: [[]] },
  'order-signature': {
    words: 'anyone: the order’s own signature, in the body, authorises it; API keys are ignored',
    schemes: [[]],
  },
  'api-key': {
    words: 'an API key of the owner, as x-api-key or Authorization: Bearer',
    schemes: [['ApiKey'], ['ApiKeyBearer']],
  },
  'wallet-headers': {
    words: 'the owner’s wallet: headers x-message, x-signature, x-public-key and x-wallet-address',
    schemes: [['WalletMessage', 'WalletSignature', 'WalletPublicKey', 'WalletAddress']],
  },
  'wallet-body': {
    words:
      'the owner’s wallet: headers x-signature and x-public-key; the signed text and the address in the body',
    schemes: [['WalletSignature', 'WalletPublicKey']],
  },
  'operator-wallet': {
    words:
      'a wallet of SLUICE_OPERATOR_WALLETS: headers x-signature and x-public-key; the signed text and the address in the body',
    schemes: [['WalletSignature', 'WalletPublicKey']],
  },
  'operator-session': {
    words: 'a signed-in operator: the token of the session as Authorization: Bearer',
    schemes: [['OperatorSession']],
  },
  deployer: {
    words: 'the deployer of the contract: headers x-signature, x-public-key and x-timestamp',
    schemes: [['WalletSignature', 'WalletPublicKey']],
  },
} as const satisfies Readonly<Record<string, AccessRule>>;

export type Access = keyof typeof ACCESS;

const headerOf = (scheme: SchemeName): string => {
  const { type, name }: SecurityScheme = SECURITY_SCHEMES[scheme];
  return type === 'http' ? 'authorization' : name!;
};

/** Whether a request with these headers claims to be signed: by a key, a wallet, a session, or an order in its body. */
export function claimsSignature(
  access: readonly Access[],
  header: (name: string) => string | undefined,
): boolean {
  if (access.includes('order-signature')) return true;
  const sets = access.flatMap((one): AccessRule['schemes'] => ACCESS[one].schemes);
  return sets.some((set) => set.length > 0 && set.every((scheme) => Boolean(header(headerOf(scheme)))));
}
