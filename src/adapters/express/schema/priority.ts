/**
 * Rank of a request while the process has more to do than it can. An `urgent` one never waits: it sends, ends or stops orders, or
 * tells a supervisor about the process. A `read` is turned away before a `change`.
 */
export type Priority = 'urgent' | 'change' | 'read';
