import { AREA_INDEX, type IndexEntry } from '../schema/common-schemas.js';
import type { AreaDescription, OperationDescription } from '../schema/model.js';
import type { Operation } from './declaration.js';
import { operation } from './operation.js';

type Indexed = Pick<AreaDescription, 'name' | 'mount' | 'title' | 'operations'>;

export const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The operation that lists all other operations of the area, at the area's root and at the root of each version. */
export const areaIndex = ({ name, mount, title, operations }: Indexed): Operation<unknown> =>
  operation({
    id: `index${capitalised(name)}`,
    path: '/',
    summary: 'The operations of this area',
    rules: ['Also without the trailing slash, and at the operations’ common path prefix.'],
    response: {
      description: 'The operations.',
      schema: AREA_INDEX.ref(),
      caching: 'public, max-age=60',
    },
    curl: `"$BASE${mount}/"`,
    handle: (_parts: unknown, { req: { baseUrl } }) =>
      AREA_INDEX.write({ name, title, operations: operations.map((one) => entryOf(one, baseUrl)) }),
  });

const entryOf = ({ method, path, summary }: OperationDescription, base: string): IndexEntry => ({
  method: method.toUpperCase() as IndexEntry['method'],
  path: `${base}${path}`,
  summary,
});

/** The path prefixes that operations of an area share, such as `/api/v1`. */
export const versionPaths = ({
  operations,
}: Pick<AreaDescription, 'operations'>): readonly `/${string}`[] => [
  ...new Set(operations.flatMap(({ path }) => (/^\/api\/v\d+(?=\/)/.exec(path) ?? []) as `/${string}`[])),
];
