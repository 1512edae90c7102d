/** The docs as static files by name, below dist/web/docs. */
export function docsFiles(): ReadonlyMap<string, string>;
