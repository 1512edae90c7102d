/** What a test harness does to the server; a run by address alone has none of it. */
export interface Controls {
  /** Makes the server's storage fail while `work` runs. */
  readonly storageOutage?: (work: () => Promise<void>) => Promise<void>;
  /** The address of the same exchange, twenty minutes later and with nothing recorded since. */
  readonly later?: () => Promise<string>;
  /** Whether the storage contains the text anywhere. */
  readonly stores?: (text: string) => Promise<boolean>;
  /** The legacy service limits calls per address as by default, and the run may use up this limit. */
  readonly legacyLimit?: true;
  /** Prices of the last days are recorded. */
  readonly history?: true;
}
