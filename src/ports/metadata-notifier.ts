import type { ContractId } from '../domain/shared/contract-id.js';

/** Notifies an outside service of saved metadata records. */
export interface MetadataNotifier {
  /** Sends one notification. Rejects when it was not delivered. */
  notify(contractId: ContractId): Promise<void>;
  /** Called with the error when `notify` rejected, which no caller sees otherwise. Returns at once and never throws. */
  notifyFailed(contractId: ContractId, error: unknown): void;
}
