import { Option, type Command } from 'commander';
import { command, runs } from './command.js';
import { CHAIN_SETTINGS, DATABASE_SETTINGS, JSON_FLAG, seconds } from './options.js';

/** Commands that work on the database that DATABASE_URL names. */
export const databaseCommands = (): readonly Command[] => [
  migrate(),
  backup(),
  restore(),
  reconcile(),
  importRecords(),
];

const DRY_RUN = ['--dry-run', 'check every record and store nothing', false] as const;

const migrate = (): Command =>
  command('migrate', {
    description:
      'Upgrades the tables of the database to this release, or creates them. A server does this by itself when it starts; ' +
      'run it alone if servers may not change tables.',
    settings: DATABASE_SETTINGS,
    examples: [['sluice migrate', 'names each migration that it ran']],
  })
    .option(...JSON_FLAG)
    .action(runs(() => import('../database/migrate.js'), 'migrate'));

const backup = (): Command =>
  command('backup', {
    description: 'Copies the SQLite database into a new file, while servers run.',
    settings: ['DATABASE_URL'],
    examples: [['sluice backup /backups/sluice-2026-11-21.db', 'checks the copy, too']],
  })
    .argument('<file>')
    .option(...JSON_FLAG)
    .action(runs(() => import('../database/back-up.js'), 'backUp'));

const restore = (): Command =>
  command('restore', {
    description: 'Puts a backup in the place of the SQLite database. Stop every server first.',
    settings: ['DATABASE_URL'],
    examples: [['sluice restore /backups/sluice-2026-11-21.db', 'keeps the replaced database beside it']],
  })
    .argument('<file>')
    .option(...JSON_FLAG)
    .action(runs(() => import('../database/restore.js'), 'restore'));

const reconcile = (): Command =>
  command('reconcile', {
    description:
      'Finds the orders that the chain has paid and the database does not know about, ends again what SLUICE_ENDS_LOG has as ended, ' +
      'and releases a restored database. Exits with 1 while it cannot tell what owners have ended.',
    settings: [
      ...DATABASE_SETTINGS,
      'SLUICE_ENDS_LOG',
      'SLUICE_OPERATOR_KEY',
      'SLUICE_OPERATOR_KEY_FILE',
      ...CHAIN_SETTINGS,
    ],
    examples: [
      ['sluice reconcile', 'after a restore'],
      ['sluice reconcile --cancel-open-before 2026-11-21T09:00:00Z', 'after a restore without a log of ends'],
      ['sluice reconcile --ended', 'also examines cancelled and failed orders'],
    ],
  })
    .option('--ended', 'compare cancelled and failed orders too', false)
    .addOption(
      new Option(
        '--cancel-open-before <time>',
        'cancel the open orders and revoke the API keys that were made before the time, and release the database',
      ).argParser((raw) => new Date(seconds(raw) * 1_000)),
    )
    .addOption(
      new Option(
        '--keep-open',
        'release the database with its open orders and API keys: their owners have said so',
      ).conflicts('cancelOpenBefore'),
    )
    .option(...JSON_FLAG)
    .action(runs(() => import('../database/reconcile.js'), 'reconcile'));

const importRecords = (): Command =>
  command('import', {
    description: 'Takes over records of another exchange.',
    examples: [
      ['sluice import orders orders.jsonl', 'stores its orders'],
      ['sluice import api-keys keys.jsonl', 'stores its API keys'],
    ],
  })
    .addCommand(importOrders())
    .addCommand(importApiKeys());

const importOrders = (): Command =>
  command('orders', {
    description: 'Stores orders of another exchange from a file with one JSON record per line.',
    settings: [...DATABASE_SETTINGS, 'SLUICE_NETWORK', 'SLUICE_REGISTRY'],
    examples: [
      ['sluice import orders orders.jsonl --dry-run', 'checks every record and stores nothing'],
      ['sluice import orders orders.jsonl', 'refused records end up in orders.jsonl.refused.csv'],
    ],
  })
    .argument('<file.jsonl>')
    .option(...DRY_RUN)
    .option(...JSON_FLAG)
    .action(runs(() => import('../import/import-orders.js'), 'importOrdersFrom'));

const importApiKeys = (): Command =>
  command('api-keys', {
    description:
      'Stores API keys of another exchange, by their hashes, from a file with one JSON record per line.',
    settings: [...DATABASE_SETTINGS, 'SLUICE_NETWORK', 'SLUICE_REGISTRY'],
    examples: [
      ['sluice import api-keys keys.jsonl --dry-run', 'checks every record and stores nothing'],
      ['sluice import api-keys keys.jsonl', 'refused records end up in keys.jsonl.refused.csv'],
    ],
  })
    .argument('<file.jsonl>')
    .option(...DRY_RUN)
    .option(...JSON_FLAG)
    .action(runs(() => import('../import/import-api-keys.js'), 'importKeysFrom'));
