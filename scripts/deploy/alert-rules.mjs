// Writes the files of rules in deploy/prometheus from the tables of alarms and of objectives in docs/how-to/go-to-mainnet.md.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { repositoryUrl } from '../docs/tree.mjs';
import { plain } from '../settings-page.mjs';
import { sloRules } from './slo-rules.mjs';

const RUNBOOK = 'docs/how-to/go-to-mainnet.md';
const FILES = { alerts: 'deploy/prometheus/alerts.yml', slo: 'deploy/prometheus/slo.yml' };

/** Queries by the words that follow a metric in the table. */
const QUERIES = {
  above: (metric, limit) => `${metric} > ${limit}`,
  below: (metric, limit) => `${metric} < ${limit}`,
  rises: (metric) => `increase(${metric}[5m]) > 0`,
  grows: (metric) => `deriv(${metric}[15m]) > 0`,
  falls: (metric) => `predict_linear(${metric}[6h], 24 * 3600) < 0`,
};
const ALARM = /^`([^`]+)` (\w+)(?: (\d+)| to 0 within a day)?(?: for (\d+) minutes)?$/;

/** Words of metrics that are left out of an alert's name. */
const LEFT_OUT = new Set(['sluice', 'total', 'seconds', 'ustx']);

/** Words of a metric's name and of the values of its labels. */
const partsOf = (metric) => metric.replace(/\w+=/g, '').match(/[a-z]+/g);

/** Name of an alert, such as `SluiceRecorderAgeAbove`. */
const nameOf = (metric, word) =>
  ['sluice', ...partsOf(metric).filter((part) => !LEFT_OUT.has(part)), word]
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');

function ruleOf([alarm, severity, meaning, remedy], url) {
  const [, metric, word, limit, minutes] = ALARM.exec(alarm) ?? [];
  if (!Object.hasOwn(QUERIES, word ?? ''))
    throw new Error(`${RUNBOOK}: the alarm "${alarm}" has a severity, but its words give no query`);
  return [
    `- alert: ${nameOf(metric, word)}`,
    `  expr: ${JSON.stringify(QUERIES[word](metric, limit))}`,
    ...(minutes === undefined ? [] : [`  for: ${minutes}m`]),
    `  labels: { severity: ${severity} }`,
    '  annotations:',
    `    summary: ${JSON.stringify(plain(meaning))}`,
    `    description: ${JSON.stringify(plain(remedy))}`,
    `    runbook_url: ${url}`,
  ];
}

/** The rules in Prometheus's form: one for each row of the runbook's alarms that has a severity, and those of its objectives. */
export async function alertRules(runbook, facts) {
  const [, section] = runbook.split('## 7. What to watch\n');
  const rows = section
    .split(/\n##+ /, 1)[0]
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const url = repositoryUrl(RUNBOOK, facts);
  const alerts = rows
    .filter(([, severity]) => severity !== '–')
    .flatMap((row) => ruleOf(row, `${url}#7-what-to-watch`));
  return {
    alerts: await written(FILES.alerts, 'sluice', alerts),
    slo: await written(FILES.slo, 'sluice-slo', sloRules(runbook, { url: `${url}#objectives`, text: plain })),
  };
}

async function written(file, group, rules) {
  const text = [
    `# Made from ${RUNBOOK} by npm run docs:alerts.`,
    'groups:',
    `  - name: ${group}`,
    '    rules:',
    ...rules.map((line) => `      ${line}`),
  ].join('\n');
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const facts = JSON.parse(await readFile('package.json', 'utf8'));
  const rules = await alertRules(await readFile(RUNBOOK, 'utf8'), facts);
  for (const [name, file] of Object.entries(FILES)) await writeFile(file, rules[name]);
}
