export { HttpMetadataNotifier, type HttpMetadataNotifierOptions } from './http-metadata-notifier.js';
