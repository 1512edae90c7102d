import type { Proof, ReadOptions } from '../transport/call.js';
import { ClientError } from '../transport/client-error.js';
import { connect, type ClientOptions, type ClientWallet, type Connection } from '../transport/connection.js';
import type { OperationId, Operations } from '../transport/route.js';
import { newKey } from '../transport/system.js';

/** Content of a wallet's signed message: the action and its fields. */
export type SignedFields = Extract<Operations[OperationId], { readonly signed: unknown }>['signed'];

/** Identity of the caller. */
export type Credential = 'api-key' | 'wallet';

/** Options of calls that an API key or a wallet may make. */
export interface CredentialOptions {
  /** Default: the API key if the client has one, or else the wallet. */
  readonly by?: Credential | undefined;
}

/** Options of reads of orders. */
export interface OrderReadOptions extends ReadOptions {
  /**
   * Identity of the caller. Owners see the uuids of their orders, others only handles. Default: the API key if the client has
   * one, or else the wallet unless the read names another owner, or else anyone. Each read by key counts against the key's 100
   * requests a minute. With `wallet`, one signature serves several reads.
   */
  readonly by?: Reader | undefined;
}

/** Identity for reading orders. */
export type Reader = Credential | 'anyone';

/** Time for which a signed read is reused, ms. The server accepts it for five minutes. */
const REUSED_MS = 240_000;

/** Signed fields of a message that reads all the wallet's orders. */
const READ = { action: 'read_orders', uuid: '*' } as const;

/** The proofs of one client: its API key, and messages that its wallet signs. */
export class Credentials {
  readonly #reads = new Map<string, { readonly proof: Promise<Proof>; readonly until: number }>();

  constructor(private readonly connection: Pick<Connection, 'options' | 'clock' | 'urlOf'>) {}

  /** Makes the proof for operations that accept an API key, or a wallet's message in headers. */
  owner(fields: SignedFields, { by }: CredentialOptions = {}): () => Promise<Proof> {
    return async () => {
      const { apiKey } = this.connection.options;
      if (by === 'api-key' || (by === undefined && apiKey !== undefined)) {
        if (apiKey === undefined) throw missing('an API key', 'apiKey');
        return { headers: { 'x-api-key': apiKey } };
      }
      return this.inHeaders(fields);
    };
  }

  /** Identity for reading orders. `owner` is the owner that the read names, if any. */
  readerOf(by: Reader | undefined, owner?: string): Reader {
    const { apiKey, wallet } = this.connection.options;
    if (by !== undefined) return by;
    if (apiKey !== undefined) return 'api-key';
    return wallet === undefined || (owner ?? wallet.address) !== wallet.address ? 'anyone' : 'wallet';
  }

  /** Makes the proof for reading orders; undefined for `anyone`. */
  reader(by: Reader): () => Promise<Proof | undefined> {
    return async () => {
      if (by === 'anyone') return undefined;
      const proof = await this.ownReads(by)();
      return { ...proof, query: { view: 'owner' } };
    };
  }

  /** Makes the proof for reading what only the owner of orders may read. One message of the wallet serves several reads. */
  ownReads(by: Credential | undefined): () => Promise<Proof> {
    const isByKey = by === 'api-key' || (by === undefined && this.connection.options.apiKey !== undefined);
    return isByKey ? this.owner(READ, { by: 'api-key' }) : () => this.signedRead(READ);
  }

  /** A wallet's message in headers. One message serves several reads, including those that begin while the wallet is being asked. */
  async signedRead(fields: SignedFields): Promise<Proof> {
    const name = JSON.stringify(fields);
    const now = this.connection.clock.now();
    for (const [known, { until }] of this.#reads)
      // The second condition means that the clock was corrected backwards: the message then has the wrong time.
      if (now >= until || until - now > REUSED_MS) this.#reads.delete(known);
    const kept = this.#reads.get(name);
    if (kept !== undefined) return kept.proof;
    const proof = this.inHeaders(fields);
    this.#reads.set(name, { proof, until: now + REUSED_MS });
    try {
      return await proof;
    } catch (error) {
      if (this.#reads.get(name)?.proof === proof) this.#reads.delete(name);
      throw error;
    }
  }

  /** Proof for operations that take a wallet's message in headers. */
  async inHeaders(fields: SignedFields): Promise<Proof> {
    const { message, signed, wallet } = await this.#sign(fields);
    return { headers: { ...signed, 'x-message': message, 'x-wallet-address': wallet.address } };
  }

  /** Body and proof for operations that take a wallet's message in the body. The body is a placeholder until signing replaces it. */
  inBody(fields: SignedFields) {
    const prove = async (): Promise<Proof> => {
      const { message, signed, wallet } = await this.#sign(fields);
      return { headers: signed, body: { message, walletAddress: wallet.address } };
    };
    return { body: { message: '', walletAddress: '' }, prove };
  }

  /**
   * Proof for operations on what a wallet owns besides its orders, which a key may call too: the wallet's if the client has one, or
   * else the key's. One message of the wallet serves several reads.
   */
  ownedRead(fields: SignedFields): () => Promise<Proof> {
    return async () => (this.#isByKey() ? this.owner(fields)() : this.signedRead(fields));
  }

  /** Like `ownedRead`, with a body: the wallet's message, or the fields alone. `named` are those that the path says. */
  ownedBody(fields: SignedFields, named: readonly string[] = []) {
    const signed = this.inBody(fields);
    const prove = async (): Promise<Proof> => {
      if (!this.#isByKey()) return signed.prove();
      const own = Object.entries(fields).filter(([name]) => name !== 'action' && !named.includes(name));
      return { ...(await this.owner(fields)()), body: Object.fromEntries(own) };
    };
    return { body: signed.body, prove };
  }

  #isByKey(): boolean {
    const { apiKey, wallet } = this.connection.options;
    return wallet === undefined && apiKey !== undefined;
  }

  async #sign(fields: SignedFields) {
    const { wallet } = this.connection.options;
    const { clock } = this.connection;
    const message = JSON.stringify({
      ...fields,
      ...this.#audience(),
      timestamp: clock.now(),
      nonce: newKey(),
    });
    return { message, ...(await signText(wallet, message)) };
  }

  #audience() {
    const { audience, network, wallet } = this.connection.options;
    const named = network ?? (/^S[PM]/.test(wallet?.address ?? '') ? 'mainnet' : undefined);
    const origin = audience ?? originOf(this.connection.urlOf('swap'));
    return {
      ...(origin !== false && origin !== undefined && { audience: origin }),
      ...(named !== undefined && { network: named }),
    };
  }
}

/** Creates a client of a single area. */
export function alone<C>(
  clientOf: (connection: Connection, credentials: Credentials) => C,
  options: ClientOptions,
): C {
  const connection = connect(options);
  return clientOf(connection, new Credentials(connection));
}

/** Has the wallet sign a text, and returns the headers of the signature with the wallet. */
export async function signText(wallet: ClientWallet | undefined, text: string) {
  if (wallet === undefined) throw missing('a wallet', 'wallet, such as a signer of sluice/signing,');
  try {
    const signed = { 'x-signature': await wallet.signText(text), 'x-public-key': wallet.publicKey };
    return { signed, wallet };
  } catch (cause) {
    throw new ClientError('The wallet did not sign', { code: 'wallet-failed', cause });
  }
}

const missing = (what: string, option: string) =>
  new ClientError(`This call needs ${what}: pass ${option} to createClient`, { code: 'no-credentials' });

/** The origin of the server's URL; undefined if it is invalid. */
function originOf(url: string): string | undefined {
  try {
    return new URL(url, (globalThis as { location?: { href?: string } }).location?.href).origin;
  } catch {
    return undefined;
  }
}
