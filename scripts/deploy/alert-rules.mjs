// Writes deploy/prometheus/alerts.yml from the table of alarms in docs/how-to/go-to-mainnet.md.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { repositoryUrl } from '../docs/tree.mjs';
import { plain } from '../settings-page.mjs';

const RUNBOOK = 'docs/how-to/go-to-mainnet.md';
const RULES = 'deploy/prometheus/alerts.yml';

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

/** The rules in Prometheus's form: one for each row of the runbook's table that has a severity. */
export async function alertRules(runbook, facts) {
  const [, section] = runbook.split('## 7. What to watch\n');
  const rows = section
    .split('\n## ', 1)[0]
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const url = `${repositoryUrl(RUNBOOK, facts)}#7-what-to-watch`;
  const rules = rows
    .filter(([, severity]) => severity !== '–')
    .flatMap((row) => ruleOf(row, url))
    .map((line) => `      ${line}`);
  const text = [
    `# Made from ${RUNBOOK} by npm run docs:alerts.`,
    'groups:',
    '  - name: sluice',
    '    rules:',
    ...rules,
  ].join('\n');
  return format(text, { ...(await resolveConfig(RULES)), filepath: RULES });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const facts = JSON.parse(await readFile('package.json', 'utf8'));
  await writeFile(RULES, await alertRules(await readFile(RUNBOOK, 'utf8'), facts));
}
