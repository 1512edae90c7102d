/** Exchange of counts with the other processes that serve at this one's address. */
export interface SharedCounts {
  /** Tells the others soon what this process has counted. */
  tell(topic: string, key: string, amount: number): void;
  /** Calls the listener with what another process, named by `from`, has counted. */
  hear(topic: string, listener: (key: string, amount: number, from: number) => void): void;
  /** Calls the listener when another process has ended. */
  onEnded(listener: (from: number) => void): void;
}

/** Counts of one topic that processes exchange. */
export interface SharedTopic {
  readonly counts: SharedCounts;
  readonly topic: string;
}

/** The topic with its counts; undefined without counts. */
export const sharedTopic = (counts: SharedCounts | undefined, topic: string): SharedTopic | undefined =>
  counts && { counts, topic };
