export { HttpTokenReader, type HttpTokenReaderOptions } from './http-token-reader.js';
