import type { Route } from '../route.js';
import { DocsView } from './docs-page.js';

/** The documents at the rest of the route. */
export const DocumentsView = ({ route }: { readonly route: Route }) => (
  <DocsView path={route.rest.join('/')} />
);
