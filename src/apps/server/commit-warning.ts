import type { CommitSettings } from '../../ports/index.js';

/** Settings of Postgres under which acknowledged writes can be lost, as a sentence without a full stop, and what to do about it. */
export interface CommitWarning {
  readonly found: string;
  readonly remedy: string;
}

/** Warning that a crash, or the failover to a standby that follows the database, loses what was acknowledged. Undefined if neither does. */
export function commitWarningOf({
  waitsFor,
  standbyNames,
  receivers,
}: CommitSettings): CommitWarning | undefined {
  if (waitsFor === 'off')
    return {
      found: 'synchronous_commit is off: a crash loses orders and transactions that were acknowledged',
      remedy: 'set it to on for this role',
    };
  if (standbyNames === '' && receivers > 0)
    return {
      found: `${receivers === 1 ? '1 standby or replica follows' : `${receivers} standbys or replicas follow`} the database, and synchronous_standby_names is empty: a failover loses what was acknowledged last`,
      remedy: 'name the standby that is to take over',
    };
  if (standbyNames !== '' && ['local', 'remote_write'].includes(waitsFor))
    return {
      found: `synchronous_commit is ${waitsFor}: commits do not wait until the standby has them on disk`,
      remedy: 'set it to on for this role',
    };
  return undefined;
}
