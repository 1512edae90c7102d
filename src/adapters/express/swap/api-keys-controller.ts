import { Router, type Request, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import { valueOrThrow } from '../errors.js';
import { jsonBodyIfAny } from '../json-body.js';
import { route } from '../methods.js';
import { activityResponse, issuedResponse, keyResponse } from './api-key-response.js';
import { readSignedBody, readSignedHeaders } from './api-keys-requests.js';

type ApiKeys = Core['apiKeys'];

/** API keys: create, list, look at, revoke. Every call is signed by the wallet. */
export function apiKeysController(apiKeys: ApiKeys): Router {
  const router = Router();
  route(router, '/api-keys', { get: list(apiKeys), post: [...jsonBodyIfAny(), issue(apiKeys)] });
  route(router, '/api-keys/:keyId', { get: get(apiKeys), delete: [...jsonBodyIfAny(), revoke(apiKeys)] });
  return router;
}

const keyIdOf = (req: Request): string => req.params['keyId'] as string;

const issue =
  (apiKeys: ApiKeys): RequestHandler =>
  async (req, res) => {
    const issued = valueOrThrow(await apiKeys.issue(readSignedBody(req)));
    res.json({ status: 'success', ...issuedResponse(issued) });
  };

const list =
  (apiKeys: ApiKeys): RequestHandler =>
  async (req, res) => {
    const keys = valueOrThrow(await apiKeys.list(readSignedHeaders(req)));
    res.json({ status: 'success', apiKeys: keys.map(keyResponse) });
  };

const get =
  (apiKeys: ApiKeys): RequestHandler =>
  async (req, res) => {
    const key = valueOrThrow(await apiKeys.get(keyIdOf(req), readSignedHeaders(req)));
    const recentActivity = key.recentActivity.map(activityResponse);
    res.json({ status: 'success', apiKey: keyResponse(key), recentActivity });
  };

const revoke =
  (apiKeys: ApiKeys): RequestHandler =>
  async (req, res) => {
    const { terms } = valueOrThrow(await apiKeys.revoke(keyIdOf(req), readSignedBody(req)));
    res.json({ status: 'success', message: `API key "${terms.name}" has been revoked` });
  };
