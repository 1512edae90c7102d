import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several transactions of an order under one nonce: which one replaces which, and those that only use a nonce up. */
export class RivalSwaps1790000600000 implements MigrationInterface {
  name = 'RivalSwaps1790000600000';

  async up(runner: QueryRunner): Promise<void> {
    const collation = runner.dataSource.options.type === 'postgres' ? ' COLLATE "C"' : '';
    await runner.query(`ALTER TABLE swaps ADD COLUMN purpose text${collation} NOT NULL DEFAULT 'swap'`);
    await runner.query(`ALTER TABLE swaps ADD COLUMN replaces text${collation}`);
    // Live swaps are listed by nonce from now on, and dead ones are looked up by it.
    await runner.query('DROP INDEX swaps_live');
    await runner.query('CREATE INDEX swaps_by_nonce ON swaps (sender, nonce)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX swaps_by_nonce');
    await runner.query(
      "CREATE INDEX swaps_live ON swaps (stored_at, txid) WHERE state IN ('stored', 'accepted', 'included')",
    );
    await runner.query('ALTER TABLE swaps DROP COLUMN replaces');
    await runner.query('ALTER TABLE swaps DROP COLUMN purpose');
  }
}
