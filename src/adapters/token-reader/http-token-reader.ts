import type { ContractId } from '../../domain/shared/contract-id.js';
import type { TokenReader } from '../../ports/index.js';

export interface HttpTokenReaderOptions {
  /** Where the notice is posted to. */
  readonly url: string;
  /** From connecting to the answer's head. Default 5,000. */
  readonly timeoutMs?: number;
  /** Hears of every notice that was not taken. */
  readonly onFailed: (contractId: ContractId, reason: string) => void;
}

const TIMEOUT_MS = 5_000;

/**
 * Posts `{ "contractId": … }` for every token to read again, once: who keeps what it read of tokens reads it anew after a
 * while anyway.
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

/** What fetch says in its error's cause: the network's code, or a sentence; neither repeats the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  return ((cause ?? {}) as Partial<NodeJS.ErrnoException>).code ?? message;
}
