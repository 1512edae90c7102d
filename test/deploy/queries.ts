import { readFileSync } from 'node:fs';

const FILES = ['prometheus/alerts.yml', 'prometheus/slo.yml', 'grafana-dashboard.json'];

/** Text of all rules and of the dashboard in deploy. */
export const QUERIES = FILES.map((file) => readFileSync(`deploy/${file}`, 'utf8')).join('\n');

/**
 * Names of the metrics that rules and dashboard read, without what a histogram adds to its name, and without those of parts that a
 * server does not have.
 */
export const metricsRead = (...without: readonly ('workers' | 'replica')[]): readonly string[] => {
  const names = [...QUERIES.matchAll(/\b(?:sluice|process|nodejs)_[a-z_]+/g)].map(([name]) => name);
  const read = [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))];
  return read.filter((name) => !without.some((part) => name.startsWith(`sluice_${part}`)));
};
