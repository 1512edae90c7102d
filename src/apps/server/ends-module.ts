import { ContainerModule } from 'inversify';
import { bindResource, PORT, token } from '../../adapters/inversify/index.js';
import { openEndsLog, type EndsSettings, type OpenedEndsLog } from './ends-log.js';

const ENDS = token<OpenedEndsLog>('ends-log');

/** Module of the log of ends, if the settings name one. */
export const endsModule = (settings: EndsSettings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    if (settings.endsLog === undefined) return;
    bindResource(bind, ENDS, {
      needs: [],
      open: async () => (await openEndsLog(settings))!,
      close: (ends) => ends.close(),
    });
    bind(PORT.ends).toService(ENDS);
  });
