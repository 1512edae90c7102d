import type { Transaction } from '../../ports/index.js';

/** Takes the locks in the same order in every unit of work, so that no two wait for each other. */
export async function lockAll({ lock }: Pick<Transaction, 'lock'>, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].sort()) await lock(name);
}
