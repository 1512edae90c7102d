import { WRITTEN_TOGETHER } from '../ports/port-names.js';
import { storageOf } from '../ports/stored-together.js';
import type { StorageAccess } from '../ports/index.js';

/** @throws Error that names the ports of a different storage than that of `unitOfWork`, if that one was marked by `storedTogether`. */
export function refuseMixedStorage(ports: StorageAccess): void {
  const storage = storageOf(ports.unitOfWork);
  const strangers =
    storage === undefined ? [] : WRITTEN_TOGETHER.filter((name) => storageOf(ports[name]) !== storage);
  if (strangers.length > 0)
    throw new Error(
      `${strangers.join(', ')}: not of the storage that unitOfWork writes to. ` +
        `Replace unitOfWork, ${WRITTEN_TOGETHER.join(', ')} together; prices and priceArchive are free. ` +
        'To wrap one, start from Object.create(port)',
    );
  if (storageOf(ports.prices) !== storageOf(ports.priceArchive))
    throw new Error('prices and priceArchive are of different storages: replace both together');
}
