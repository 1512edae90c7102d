import {
  ALERT_ID_BYTES,
  createAlert,
  MAX_ALERTS,
  parseAlertId,
  rearmAlert,
  type Alert,
} from '../../domain/alert/alert.js';
import { ALERT_FIELDS, readAlertTerms } from '../../domain/alert/condition.js';
import { alertPlace } from '../../domain/alert/watch.js';
import type { Address } from '../../domain/shared/address.js';
import { isKnown } from '../../domain/market/known-tokens.js';
import { parseContractId, type ContractId } from '../../domain/shared/contract-id.js';
import type { Parse } from '../../domain/shared/fields.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { makeProveOwner, type OwnerProof, type ProveOwnerError } from '../authorization/prove-owner.js';
import type { AudienceSettings, WalletPorts } from '../authorization/prove-wallet.js';
import type { Sight } from './sight.js';

/** Error of an owner who already has the maximum number of alerts. */
export interface TooManyAlerts {
  readonly kind: 'too-many-alerts';
  readonly limit: number;
}

/** Error: the owner has no alert with this id. */
export interface AlertNotFound {
  readonly kind: 'alert-not-found';
  /** As the caller wrote it: any text. */
  readonly alertId: string;
}

/** Reason why an owner gets no new alert. */
export type CreateAlertError = ProveOwnerError | TooManyAlerts;

/** Reason why an owner may not see or change an alert. */
export type OwnedAlertError = ProveOwnerError | AlertNotFound;

type Needs = WalletPorts & Pick<Ports, 'alerts' | 'secrets' | 'unitOfWork'>;

type Action = 'get_alert' | 'rearm_alert' | 'delete_alert';

/** Creates, lists, arms and deletes alerts of an owner: a wallet, or one of its keys with the permission webhooks. */
export const makeManageAlerts = (
  ports: Needs,
  { sight }: { readonly sight: Sight },
  settings: AudienceSettings,
) => {
  const { alerts, clock, hasher, registry, secrets, unitOfWork } = ports;
  const proveOwner = makeProveOwner(ports, settings, 'webhooks');
  const readNothing = (): true => true;

  const parseToken: Parse<ContractId> = (raw) => {
    const current = registry.current();
    const id = parseContractId(raw, current.network, hasher.sha256);
    if (!id.ok || isKnown(id.value, current)) return id;
    return err({ reason: 'is no token of this exchange' });
  };

  const findOwned = async (
    alertId: string,
    proof: OwnerProof,
    action: Action,
  ): Promise<Result<Alert, OwnedAlertError>> => {
    const use = action === 'get_alert' ? 'while-recent' : 'once';
    const proven = await proveOwner(proof, { expected: { action, alertId }, readContent: readNothing, use });
    if (!proven.ok) return proven;
    const id = parseAlertId(alertId);
    const alert = id && (await alerts.findById(id));
    return alert?.owner === proven.value.wallet ? ok(alert) : err({ kind: 'alert-not-found', alertId });
  };

  /** Whether the alert is known to be untrue. A balance is not read for it. */
  const isUntrue = async ({ condition, owner }: Alert): Promise<boolean> => {
    const { watch, level } = alertPlace(condition, owner);
    if (watch.kind === 'balance') return false;
    const found = await sight.newest(watch, [watch], await sight.prices());
    return found !== undefined && found.level < level;
  };

  return {
    /** Creates an armed alert with the terms in the wallet's message. One that is true already fires at the next look. */
    create: async (proof: OwnerProof): Promise<Result<Alert, CreateAlertError>> => {
      const proven = await proveOwner(proof, {
        expected: { action: 'create_alert' },
        fields: ALERT_FIELDS,
        readContent: (fields, report) => readAlertTerms(fields, parseToken, report),
        use: 'once',
      });
      if (!proven.ok) return proven;
      const { wallet: owner, content: terms } = proven.value;
      const alert = createAlert(terms, { owner, createdAt: clock.now() }, secrets.bytes(ALERT_ID_BYTES));
      return unitOfWork.run<Alert, TooManyAlerts>(async (storage) => {
        await storage.lock(`alerts:${owner}`);
        if ((await storage.alerts.listByOwner(owner)).length >= MAX_ALERTS)
          return err({ kind: 'too-many-alerts', limit: MAX_ALERTS });
        await storage.alerts.insert(alert);
        return ok(alert);
      });
    },

    /** Lists the owner's alerts, newest first, including those that have fired. */
    list: async (proof: OwnerProof): Promise<Result<readonly Alert[], ProveOwnerError>> => {
      const demand = { expected: { action: 'list_alerts' }, readContent: readNothing } as const;
      const proven = await proveOwner(proof, { ...demand, use: 'while-recent' });
      return proven.ok ? ok(await alerts.listByOwner(proven.value.wallet)) : proven;
    },

    /** Verifies an owner who asks to follow the firings of all alerts. */
    authorize: async (proof: OwnerProof): Promise<Result<Address, ProveOwnerError>> => {
      const demand = { expected: { action: 'follow_alerts' }, readContent: readNothing } as const;
      const proven = await proveOwner(proof, { ...demand, use: 'while-recent' });
      return proven.ok ? ok(proven.value.wallet) : proven;
    },

    /** Firings of alerts, for those who follow them. */
    follow: {
      /** Time of the last firing of any alert; undefined before the first. */
      newest: () => alerts.lastFiredAt(),
      /** Up to `limit` alerts that fired after a time, in the order of their firings; of this owner if one is given. */
      after: (time: Date, limit: number, owner?: Address) => alerts.listFiredAfter(time, limit, owner),
    },

    /** Finds one of the owner's alerts. */
    find: (alertId: string, proof: OwnerProof): Promise<Result<Alert, OwnedAlertError>> =>
      findOwned(alertId, proof, 'get_alert'),

    /** Arms an alert that has fired: at once if it is not true now, otherwise as soon as it is not. Another one stays as it is. */
    rearm: async (alertId: string, proof: OwnerProof): Promise<Result<Alert, OwnedAlertError>> => {
      const found = await findOwned(alertId, proof, 'rearm_alert');
      if (!found.ok || found.value.state !== 'fired') return found;
      const { id } = found.value;
      await alerts.update(rearmAlert(found.value, await isUntrue(found.value)), 'fired');
      const now = await alerts.findById(id);
      return now === undefined ? err({ kind: 'alert-not-found', alertId }) : ok(now);
    },

    /** Deletes an alert. What it has fired is still delivered. */
    remove: async (alertId: string, proof: OwnerProof): Promise<Result<Alert, OwnedAlertError>> => {
      const found = await findOwned(alertId, proof, 'delete_alert');
      if (found.ok) await alerts.delete(found.value.id);
      return found;
    },
  } as const;
};
