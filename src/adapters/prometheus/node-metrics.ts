import { Counter, Gauge, type Registry } from 'prom-client';

/** A request to the node: its purpose and result. Both become labels. */
export interface NodeRequest {
  readonly purpose: string;
  readonly result: string;
}

/** Requests left in the host's allowance, by purpose; undefined if unlimited. */
export type AllowanceReader = (() => Readonly<Record<string, number>>) | undefined;

/**
 * Counts the requests to the node and shows what is left of its allowance. Call the returned function for each request.
 *
 * @example
 * const onRequest = nodeMetrics(openMetrics().registry, () => ({ market: 45 }));
 */
export function nodeMetrics(
  registry: Registry,
  readAllowance: AllowanceReader,
): (request: NodeRequest) => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'sluice_node_requests_total',
    help: 'Requests to the node, by purpose and result',
    labelNames: ['purpose', 'result'],
    registers,
  });
  if (readAllowance !== undefined) {
    new Gauge({
      name: 'sluice_node_requests_left',
      help: 'Requests that the allowance of the node lets through now, by purpose',
      labelNames: ['purpose'],
      aggregator: 'min',
      registers,
      collect() {
        for (const [purpose, left] of Object.entries(readAllowance())) this.set({ purpose }, left);
      },
    });
  }
  return ({ purpose, result }) => requests.inc({ purpose, result });
}
