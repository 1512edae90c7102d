// @ts-check
// Receives events of orders and verifies their signatures, as Standard Webhooks describes:
//   WEBHOOK_SECRET=whsec_… node docs/examples/webhook-receiver.mjs 4000
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(/^whsec_(.+)$/.exec(process.env.WEBHOOK_SECRET ?? '')?.[1] ?? '', 'base64');
if (key.length < 24) throw new Error('WEBHOOK_SECRET must be the secret of the webhook: whsec_…');
const seen = new Set();
createServer(async (req, res) => {
  const body = String(Buffer.concat(await req.toArray().catch(() => []))); // Empty if the caller hangs up.
  const header = (/** @type {string} */ name) => String(req.headers[`webhook-${name}`]);
  const signed = `${header('id')}.${header('timestamp')}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  const isRecent = Math.abs(Date.now() / 1000 - Number(header('timestamp'))) < 300;
  const given = header('signature')
    .split(' ')
    .map((signature) => Buffer.from(signature));
  const isSigned = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  res.writeHead(isSigned && isRecent ? 204 : 401).end();
  if (!isSigned || !isRecent || seen.has(header('id'))) return;
  seen.add(header('id'));
  const { type, data } = JSON.parse(body);
  console.log(type, data.order?.uuid ?? '');
}).listen(Number(process.argv[2] ?? 4000));
