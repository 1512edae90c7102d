// The built program as its next release: one further migration adds a column, which the program expects and old ones do not know.
// Loaded before the program: `node --import ./test/support/next-release.mjs dist/sluice.js serve`.
import { registerHooks } from 'node:module';

const MIGRATION = `class {
  name = 'Expand999OrderNotes1999000000000';
  async up(runner) {
    await runner.query("ALTER TABLE orders ADD COLUMN notes text DEFAULT 'none' NOT NULL");
  }
  async down() {}
}`;

/** What the next release has in place of this one's text. The bundler writes them once. */
const CHANGES = [
  [/\bMIGRATIONS = \[([^\]]+)\]/, `MIGRATIONS = [$1, ${MIGRATION}]`],
  [/\bbytes tokens_id"/, 'bytes tokens_id notes"'],
];

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.includes('/dist/program/') || loaded.source == null) return loaded;
    const source = String(loaded.source);
    const changed = CHANGES.reduce((text, [before, after]) => text.replace(before, after), source);
    return { ...loaded, source: changed };
  },
});
