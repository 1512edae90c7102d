import type { ServerResponse } from 'node:http';

const operations = new WeakMap<ServerResponse, string>();

/** Notes the operation that responds. */
export const noteOperation = (res: ServerResponse, id: string): void => void operations.set(res, id);

/**
 * Id of the operation that responds, such as `placeOrder`; undefined if none does.
 *
 * @example
 * createServer((req, res) => {
 *   res.once('close', () => console.log(operationOf(res)));
 *   app(req, res);
 * });
 */
export const operationOf = (res: ServerResponse): string | undefined => operations.get(res);
