/** Result of one check. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** Finding as a sentence, without secrets. */
  readonly found: string;
  /** Action that helps; present unless all is well. */
  readonly remedy?: string;
}

export const ok = (name: string, found: string): Check => ({ name, status: 'ok', found });

export const warn = (name: string, found: string, remedy: string): Check => ({
  name,
  status: 'warn',
  found,
  remedy,
});

export const fail = (name: string, found: string, remedy: string): Check => ({
  name,
  status: 'fail',
  found,
  remedy,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
