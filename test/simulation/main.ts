import { parseArgs } from 'node:util';
import { DEFECTS, type Defect } from './defects.js';
import { Campaign, planOf, shrink } from './campaign.js';
import { run } from './run.js';
import { report, say } from './report.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    defect: { type: 'string' },
    defects: { type: 'boolean', default: false },
  },
});

const defect: Defect | undefined =
  values.defect === undefined ? undefined : DEFECTS[values.defect as keyof typeof DEFECTS];
if (values.defect !== undefined && defect === undefined)
  throw new RangeError(`--defect: one of ${Object.keys(DEFECTS).join(', ')}`);

if (values.defects) await tryDefects(Number(values.seeds));
else if (values.seed !== undefined) await replay(Number(values.seed));
else await search();

/** Runs seeds until one fails, then shrinks its plan. */
async function search(): Promise<void> {
  const campaign = new Campaign({ defect });
  const failed = await campaign.run(Number(values.from), Number(values.seeds));
  report(campaign);
  if (failed === undefined) return;
  process.exitCode = 1;
  say(`seed ${failed.seed} fails: ${failed.violation.message}`);
  const shrunk = await shrink(planOf(failed.seed), failed.violation.invariant, defect);
  say(`shrunk to ${shrunk.acts.length} acts:\n${JSON.stringify(shrunk, null, 1)}`);
  say(`replay it step by step: npm run simulate -- --seed ${failed.seed} --trace`);
}

async function replay(seed: number): Promise<void> {
  const outcome = await run(planOf(seed), { defect, onNote: values.trace ? say : undefined });
  say(`seed ${seed}: ${outcome.steps} steps, trace ${outcome.traceHash}`);
  if (outcome.violation === undefined) return;
  say(outcome.violation.stack ?? outcome.violation.message);
  process.exitCode = 1;
}

/** Tries to find each defect; sets a failing exit code if one is not found. */
async function tryDefects(most: number): Promise<void> {
  for (const [name, each] of Object.entries(DEFECTS)) {
    const campaign = new Campaign({ defect: each, isChecked: false });
    const failed = await campaign.run(Number(values.from), most);
    if (failed === undefined) process.exitCode = 1;
    say(
      `| ${name} | ${failed === undefined ? `not within ${most}` : campaign.seeds} | ${failed?.violation.invariant ?? ''} |`,
    );
  }
}
