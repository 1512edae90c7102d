import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { parseArgs } from 'node:util';
import { Campaign, planOf, shrink } from './campaign.js';
import type { Defect } from './defect.js';
import { DEFECTS, type DefectName } from './defects.js';
import type { Plan } from './plan.js';
import { report, say } from './report.js';
import { run } from './run.js';
import { runOnThreads, serveMainThread } from './workers.js';
import { STORAGES, type StorageKind } from './world.js';

if (isMainThread) await command();
else serveMainThread();

async function command(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string', default: '300' },
      from: { type: 'string', default: '1' },
      workers: { type: 'string', default: '1' },
      plan: { type: 'string' },
      trace: { type: 'boolean', default: false },
      record: { type: 'string' },
      storage: { type: 'string', default: 'memory' },
      defect: { type: 'string' },
      defects: { type: 'boolean', default: false },
    },
  });
  const name = values.defect as DefectName | undefined;
  const defect: Defect | undefined = name && DEFECTS[name];
  if (name !== undefined && defect === undefined)
    throw new RangeError(`--defect: one of ${Object.keys(DEFECTS).join(', ')}`);
  const range = { from: Number(values.from), count: Number(values.seeds) };
  const storage = STORAGES.find((kind) => kind === values.storage);
  if (storage === undefined) throw new RangeError(`--storage: one of ${STORAGES.join(', ')}`);
  const how = { defect, storage, isTraced: values.trace, record: values.record };
  if (values.defects) await tryDefects(range.from, range.count, storage);
  else if (values.plan !== undefined)
    await replay(values.plan, JSON.parse(readFileSync(values.plan, 'utf8')) as Plan, how);
  else if (values.seed !== undefined) await replay(`seed ${values.seed}`, planOf(Number(values.seed)), how);
  else await search({ ...range, defect: name, storage }, Number(values.workers));
}

interface How {
  readonly defect: Defect | undefined;
  readonly storage: StorageKind;
  readonly isTraced: boolean;
  /** The file to which the shrunk plan is written. */
  readonly record: string | undefined;
}

/** Runs seeds until one fails. */
async function search(work: Parameters<typeof runOnThreads>[0], threads: number): Promise<void> {
  const start = performance.now();
  const { totals, failed } = await runOnThreads(work, { threads, program: new URL(import.meta.url) });
  report(totals, (performance.now() - start) / 1000);
  if (failed === undefined) return;
  const defect = work.defect && DEFECTS[work.defect];
  await replay(`seed ${failed}`, planOf(failed), {
    defect,
    storage: work.storage,
    isTraced: false,
    record: undefined,
  });
}

/** Runs a plan, and shrinks it if it fails. */
async function replay(name: string, plan: Plan, how: How): Promise<void> {
  const { defect, storage, isTraced, record } = how;
  const outcome = await run(plan, { defect, storage, onNote: isTraced ? say : undefined });
  say(`${name}: ${outcome.steps} steps, trace ${outcome.traceHash}`);
  const { violation } = outcome;
  if (violation === undefined) return;
  process.exitCode = 1;
  say(violation.stack ?? violation.message);
  if (isTraced) return;
  const shrunk = await shrink(plan, violation.invariant, { defect, storage });
  const text = JSON.stringify(shrunk, null, 2);
  say(`shrunk to ${shrunk.acts.length} acts:\n${text}`);
  if (record === undefined) say(`step by step: npm run simulate -- --${name.replace(' ', '=')} --trace`);
  else writeFileSync(record, `${text}\n`);
}

/** Tries to find each defect; sets a failing exit code if one is not found. */
async function tryDefects(from: number, most: number, storage: StorageKind): Promise<void> {
  for (const [name, each] of Object.entries(DEFECTS)) {
    const campaign = new Campaign({ defect: each, storage, isChecked: false });
    const failed = await campaign.run(from, most);
    if (failed === undefined) process.exitCode = 1;
    const needed = failed === undefined ? `not within ${most}` : campaign.totals.seeds;
    say(`| ${name} | ${needed} | ${failed?.violation.invariant ?? ''} |`);
  }
}
