import type { ContractId } from '../../domain/shared/contract-id.js';
import type { MetadataNotifier } from '../../ports/index.js';

export interface HttpMetadataNotifierOptions {
  /** The address that notifications are posted to. May contain a secret. */
  readonly url: string;
  /** Milliseconds from connecting to the response's head. Default 5,000. */
  readonly timeoutMs?: number;
  /** Called for each notification that was not delivered. */
  readonly onFailed: (contractId: ContractId, reason: string) => void;
}

const TIMEOUT_MS = 5_000;

/** Posts `{ "contractId": … }` once for each saved record, without retries: receivers re-read their tokens anyway. */
export class HttpMetadataNotifier implements MetadataNotifier {
  constructor(private readonly options: HttpMetadataNotifierOptions) {}

  async notify(contractId: ContractId): Promise<void> {
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

  notifyFailed(contractId: ContractId, error: unknown): void {
    this.options.onFailed(contractId, reasonOf(error));
  }
}

/** The network error's code or message. Neither repeats the address, which may contain a secret. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no response in time';
  return ((cause ?? {}) as Partial<NodeJS.ErrnoException>).code ?? message;
}
