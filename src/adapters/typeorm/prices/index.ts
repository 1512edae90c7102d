export { TypeOrmPriceArchive } from './price-archive.js';
export { TypeOrmPriceStore } from './price-store.js';
