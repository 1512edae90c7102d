/** Controls of the server that a test harness has. A run that is given only an address has none of them. */
export interface Controls {
  /** Makes the server's storage fail while `work` runs. */
  readonly storageOutage?: (work: () => Promise<void>) => Promise<void>;
  /** Address of the same exchange twenty minutes later, with no prices recorded since. */
  readonly later?: () => Promise<string>;
  /** Whether the storage contains the text anywhere. */
  readonly stores?: (text: string) => Promise<boolean>;
  /** Whether the legacy service has its default limit of calls per address, and the run may use it up. */
  readonly legacyLimit?: true;
  /** Whether prices of the last days are recorded. */
  readonly history?: true;
}
