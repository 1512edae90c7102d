import type { Problem } from '../problem.js';

const failure = (error: string, code: string): Problem => ({ status: 500, error, code });

export const FETCH_FAILED = failure('Failed to fetch token metadata', 'fetch-failed');
export const LIST_FAILED = failure('Failed to list tokens', 'list-failed');
export const SAVE_FAILED = failure('Failed to save metadata: the record could not be stored', 'save-failed');

/** Codes of those whose bodies say `success: false`. */
export const READ_FAILURES: ReadonlySet<string> = new Set([FETCH_FAILED.code, LIST_FAILED.code]);
