// Makes deploy/prometheus/slo.yml of the table of objectives in docs/how-to/go-to-mainnet.md.

/** Share of the events that a histogram counts which took longer than its bucket `le` says. */
const slower = (metric, labels, le) => (window) => {
  const of = (suffix, more) => `sum(rate(${metric}_${suffix}{${[...labels, ...more].join(',')}}[${window}]))`;
  return `1 - ${of('bucket', [`le="${le}"`])} / ${of('count', [])}`;
};

const reads = (window, more = '') =>
  `sum(rate(sluice_http_request_seconds_count{area!="root",method=~"GET|HEAD"${more}}[${window}]))`;

/** Events in the window, below which a few slow ones are no trend. */
const few = (metric, labels) => (window) =>
  `sum(increase(${metric}_count{${labels.join(',')}}[${window}])) >= 20`;

const objective = (record, metric, labels, le) => ({
  record,
  ratio: slower(metric, labels, le),
  enough: few(metric, labels),
});

/** Ratios of bad events to all, by the name of their alerts. */
const OBJECTIVES = {
  SluiceReadsFail: {
    record: 'read_errors',
    ratio: (window) => `${reads(window, ',status=~"5.."')} / ${reads(window)}`,
  },
  SluiceOrdersDurableLate: objective(
    'orders_durable_late',
    'sluice_work_seconds',
    ['work="place-order"', 'outcome="ok"'],
    '0.05',
  ),
  SluiceOrdersSentLate: objective('orders_sent_late', 'sluice_due_to_sent_seconds', [], '2'),
  SluiceEventsLate: objective('events_late', 'sluice_event_seconds', ['event=~"confirmed|failed"'], '5'),
};

const WINDOWS = ['5m', '30m', '1h', '6h', '3d'];

/** Alerts by how fast the share that may fail is used up: over the long window, and still over the short one. */
const BURNS = [
  { suffix: 'Fastest', rate: 14.4, long: '1h', short: '5m', severity: 'critical', until: 'in two days' },
  { suffix: 'Fast', rate: 6, long: '6h', short: '30m', severity: 'critical', until: 'in five days' },
  { suffix: 'Slow', rate: 1, long: '3d', short: '6h', severity: 'warning', until: 'within 30 days' },
];

const ROW = /^\| `(Sluice\w+)` +\| ([\d.]+)% ([^|]+?) +\| ([^|]+?) +\|$/;

/** Objectives of the table: the name of the alerts, the share, what holds for it, and what helps. */
function objectivesIn(runbook) {
  const rows = runbook
    .split('\n')
    .map((line) => ROW.exec(line))
    .filter((row) => row !== null)
    .map(([, alert, share, promise, remedy]) => ({ alert, share, promise, remedy }));
  const named = rows.map(({ alert }) => alert);
  if (named.join() !== Object.keys(OBJECTIVES).join())
    throw new Error(
      `the table of objectives has ${named.join(', ')}, not ${Object.keys(OBJECTIVES).join(', ')}`,
    );
  return rows;
}

/** Part of the events that may be bad, such as 0.0005 for 99.95%. */
const allowanceOf = (share) => Number((1 - Number(share) / 100).toPrecision(3));

/**
 * Recording rules and alerts for the objectives, as lines of YAML.
 *
 * @param text writes Markdown as plain text.
 */
export function sloRules(runbook, { url, text }) {
  return objectivesIn(runbook).flatMap(({ alert, share, promise, remedy }) => {
    const { record, ratio, enough } = OBJECTIVES[alert];
    const recorded = (window) => `sluice:${record}:ratio_rate${window}`;
    const recordings = WINDOWS.flatMap((window) => [
      `- record: ${recorded(window)}`,
      `  expr: ${JSON.stringify(ratio(window))}`,
    ]);
    const alerts = BURNS.flatMap(({ suffix, rate, long, short, severity, until }) => {
      const limit = `${rate} * ${allowanceOf(share)}`;
      const burns = [long, short].map((window) => `${recorded(window)} > ${limit}`);
      return [
        `- alert: ${alert}${suffix}`,
        `  expr: ${JSON.stringify([...burns, ...(enough ? [enough(long)] : [])].join(' and '))}`,
        `  labels: { severity: ${severity} }`,
        '  annotations:',
        `    summary: ${JSON.stringify(`at this rate the failures that "${share}% ${text(promise)}" leaves for 30 days are used up ${until}`)}`,
        `    description: ${JSON.stringify(text(remedy))}`,
        `    runbook_url: ${url}`,
      ];
    });
    return [...recordings, ...alerts];
  });
}
