import type { ContractId } from '../../domain/shared/contract-id.js';
import type { TokenReader } from '../../ports/index.js';

export interface HttpTokenReaderOptions {
  /** Receives the notices. */
  readonly url: string;
  /** Milliseconds from connecting to the response's head. Default 5,000. */
  readonly timeoutMs?: number;
  /** Called for every notice that failed. */
  readonly onFailed: (contractId: ContractId, reason: string) => void;
}

const TIMEOUT_MS = 5_000;

/**
 * Posts `{ "contractId": … }` for every token whose metadata changed. A failed notice is not repeated, since receivers
 * refresh their copies periodically.
 */
export class HttpTokenReader implements TokenReader {
  constructor(private readonly options: HttpTokenReaderOptions) {}

  async reread(contractId: ContractId): Promise<void> {
    const { url, timeoutMs = TIMEOUT_MS } = this.options;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contractId }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`status ${response.status}`);
  }

  rereadFailed(contractId: ContractId, error: unknown): void {
    this.options.onFailed(contractId, reasonOf(error));
  }
}

/** The network's code or fetch's sentence; neither repeats the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no response in time';
  return ((cause ?? {}) as Partial<NodeJS.ErrnoException>).code ?? message;
}
