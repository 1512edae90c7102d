import type { OperationDescription } from '../schema/model.js';
import type { Priority } from '../schema/priority.js';
import { pathsIn, servesAny } from './paths.js';

/** The part of an operation that decides its priority. */
type Ranked = Pick<OperationDescription, 'method' | 'path' | 'alias' | 'priority'>;

/** The priority of a request whose operation declares none. */
export const usualPriority = (method: string): Priority =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'read' : 'change';

/** Returns a function that gives the priority of a request by its method and its path, without the area's prefix and the query. */
export function prioritiesOf(operations: readonly Ranked[]): (method: string, path: string) => Priority {
  const declared = new Map<string, Ranked[]>();
  for (const one of operations) {
    if (one.priority === undefined) continue;
    const key = `${one.method.toUpperCase()} ${one.priority}`;
    declared.set(key, [...(declared.get(key) ?? []), one]);
  }
  const rules = new Map([...declared].map(([key, those]) => [key, servesAny(those.flatMap(pathsIn))]));
  const has = (method: string, priority: Priority, path: string) =>
    rules.get(`${method} ${priority}`)?.(path) === true;
  return (method, path) => {
    const asked = method === 'HEAD' ? 'GET' : method;
    if (has(asked, 'urgent', path)) return 'urgent';
    return has(asked, 'read', path) ? 'read' : usualPriority(method);
  };
}
