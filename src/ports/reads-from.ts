/**
 * Databases that serve a port's reads, as a type: no port has the property at run time. What reads from the primary fits wherever
 * any database will do; a port that a replica may serve fits nowhere else.
 */
export interface ReadsAny {
  readonly readsFrom?: 'primary' | 'replica';
}

/** Reads of everything that is committed. */
export interface ReadsPrimary {
  readonly readsFrom?: 'primary';
}
