import { setTimeout } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, printJson, printTable } from './support/report.js';
import {
  ask,
  bytesOf,
  fetchOnce,
  headerIn,
  measure,
  start,
  type Case,
  type Measured,
  type TimedAnswer,
} from './support/served.js';
import { percentile } from './support/stats.js';

/**
 * Token metadata on SQLite: the cost of the whole list for the first reader after a save and for later ones, and reads per
 * second compared with a bare node:http server that sends the same headers and bytes.
 */
const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '11' },
    requests: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '32' },
    pipelining: { type: 'string', default: '4' },
  },
});
const rounds = Number(options.rounds);
const pressure = {
  requests: Number(options.requests),
  connections: Number(options.connections),
  pipelining: Number(options.pipelining),
};
/** Saves by other processes become visible after a second. */
const SEEN_AFTER_MS = 1_100;
const API = '/metadata/api/v1/metadata';

const directory = mkdtempSync(join(tmpdir(), 'bench-metadata-'));
const [load, bare, sluice] = await Promise.all([
  start('http-load'),
  start('bare-server'),
  start('metadata-server', join(directory, 'metadata.db'), options.records),
]);
const median = (values: number[]) => percentile([...values], 0.5);

const times: Record<string, string | number>[] = [];
for (const [name, headers] of [
  ['plain', {}],
  ['gzip', { 'accept-encoding': 'gzip' }],
  ['br', { 'accept-encoding': 'gzip, deflate, br' }],
] as const) {
  const asked = { path: `${API}/list`, headers };
  const first: TimedAnswer[] = [];
  const then: TimedAnswer[] = [];
  for (let round = 0; round < rounds; round++) {
    await ask(sluice.child, 'save');
    await setTimeout(SEEN_AFTER_MS);
    first.push(await fetchOnce(sluice.port, asked));
    then.push(await fetchOnce(sluice.port, asked));
  }
  const [cold, warm] = [first, then].map((answers) => ({
    firstByte: figure(median(answers.map(({ firstByteMs }) => firstByteMs))),
    total: figure(median(answers.map(({ totalMs }) => totalMs))),
  }));
  times.push({
    'whole list': name,
    bytes: bytesOf(first[0]!),
    'after a save: first byte ms': cold!.firstByte,
    'all ms': cold!.total,
    'then: first byte ms': warm!.firstByte,
    'then: all ms': warm!.total,
  });
}

const one = `${API}/${sluice.told['token'] as string}`;
const tagOf = async (path: string) => headerIn(await fetchOnce(sluice.port, { path, headers: {} }), 'etag');
const [tag, listTag] = [await tagOf(one), await tagOf(`${API}/list`)];
const cases: Case[] = [
  { name: 'one record', path: one, headers: {} },
  { name: 'one record, 304', path: one, headers: { 'if-none-match': tag! } },
];
// A list that is too long to be kept is streamed to few readers at a time, without a tag and uncompressed.
if (listTag !== undefined)
  cases.push(
    { name: 'list, 304', path: `${API}/list`, headers: { 'if-none-match': listTag } },
    { name: 'list, br', path: `${API}/list`, headers: { 'accept-encoding': 'br' } },
  );
const reads: Record<string, string | number>[] = [];
for (const asked of cases) {
  await fetchOnce(sluice.port, asked);
  const answer = await fetchOnce(sluice.port, asked);
  await ask(bare.child, answer);
  const bytes = bytesOf(answer);
  const measured: Readonly<Record<'bare' | 'sluice', Measured>>[] = [];
  for (let round = -1; round < rounds; round++) {
    const pair = {
      bare: await measure(load.child, bare, asked, pressure, bytes),
      sluice: await measure(load.child, sluice, asked, pressure, bytes),
    };
    if (round >= 0) measured.push(pair);
  }
  reads.push({
    read: asked.name,
    bytes,
    'bare /s': Math.round(median(measured.map((pair) => pair.bare.perSecond))),
    'sluice /s': Math.round(median(measured.map((pair) => pair.sluice.perSecond))),
    ratio: figure(median(measured.map((pair) => pair.sluice.perSecond / pair.bare.perSecond))),
    'cpu ratio': figure(median(measured.map((pair) => pair.bare.cpuUs / pair.sluice.cpuUs))),
  });
}
for (const { child } of [load, bare, sluice]) child.kill();
rmSync(directory, { recursive: true });
printTable(times);
printTable(reads);
printJson('metadata', { cores: availableParallelism(), ...options, times, reads });
