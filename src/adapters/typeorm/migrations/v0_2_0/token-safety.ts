import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Safety facts of tokens, beside what their `token_uri` states (docs/adr/0090-token-safety.md). */
export class Expand020TokenSafety1793400000000 implements MigrationInterface {
  name = 'Expand020TokenSafety1793400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token_uris ADD COLUMN safety text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token_uris DROP COLUMN safety');
  }
}
