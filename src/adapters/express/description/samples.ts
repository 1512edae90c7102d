import type { OperationDescription } from '../schema/model.js';

/** A token and a wallet that every devnet has. */
const TOKEN = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.sbtc';
const OWNER = 'STVC6ABWSY5SG3ZEAPX06K81XDF9MNSNF9EHYJWA';

/** The first value of a field in the JSON that a command prints. */
const firstOf = (field: string, command: string) =>
  `$(${command} | grep -o '"${field}":"[^"]*"' | head -1 | cut -d '"' -f 4)`;

const SIGN = 'node docs/examples/sign-request.mjs "$BASE"';

/** Steps before samples, in order: a command that provides something on a devnet, and a pattern that matches the samples that need it. */
const STEPS: readonly { readonly needs: RegExp; readonly step: string }[] = [
  { needs: /\$TOKEN\b/, step: `TOKEN=${TOKEN}` },
  { needs: /\$OWNER\b/, step: `OWNER=${OWNER}` },
  {
    needs: /\$UUID\b/,
    step: `UUID=${firstOf('uuid', 'curl -s "$BASE/swap/api/v1/orders?limit=1&status=open"')}`,
  },
  {
    needs: /\$CONFIRMED\b/,
    step: `CONFIRMED=${firstOf('uuid', 'curl -s "$BASE/swap/api/v1/orders?limit=1&status=confirmed"')}`,
  },
  { needs: /\$KEY_ID\b/, step: `${SIGN} action=list_api_keys` },
  {
    needs: /\$KEY_ID\b/,
    step: `KEY_ID=${firstOf('id', 'curl -s -H @headers.txt "$BASE/swap/api/v1/api-keys"')}`,
  },
  { needs: /\$WEBHOOK_ID\b/, step: `${SIGN} action=list_webhooks` },
  {
    needs: /\$WEBHOOK_ID\b/,
    step: `WEBHOOK_ID=${firstOf('id', 'curl -s -H @headers.txt "$BASE/swap/api/v1/webhooks"')}`,
  },
  { needs: /\$ALERT_ID\b/, step: `${SIGN} action=list_alerts` },
  {
    needs: /\$ALERT_ID\b/,
    step: `ALERT_ID=${firstOf('id', 'curl -s -H @headers.txt "$BASE/swap/api/v1/alerts"')}`,
  },
  { needs: /\$SESSION\b/, step: `${SIGN} action=operator_sign_in` },
  {
    needs: /\$SESSION\b/,
    step: `SESSION=${firstOf('token', `curl -s -X POST "$BASE/operator/api/v1/sessions" -H 'Content-Type: application/json' -H @headers.txt -d @body.json`)}`,
  },
  {
    needs: /\bamendment\.json/,
    step: 'node docs/examples/amend-order.mjs "$BASE" "$UUID" targetPrice=2.6 slippage=0.01 > amendment.json',
  },
  {
    needs: /\border\.json/,
    step: 'node docs/examples/sign-order.mjs "$BASE" docs/examples/order.json > order.json',
  },
];

/**
 * Commands that call the operation on a devnet, run in a checkout of the project or in a folder with its docs. They use the devnet's
 * first order, token or key, and a demo wallet to sign.
 */
export function sampleOf({ curl, sign }: Pick<OperationDescription, 'curl' | 'sign'>): string {
  const used = `${curl} ${sign ?? ''}`;
  return [
    'BASE=http://127.0.0.1:3000',
    ...STEPS.filter(({ needs }) => needs.test(used)).map(({ step }) => step),
    ...(sign === undefined ? [] : [`${SIGN} ${sign}`]),
    `curl -s ${curl}`,
  ].join('\n');
}
