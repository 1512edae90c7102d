"""Client of a Sluice server in one file, for Python 3.9 and later, without any package.

    from sluice import Client, Wallet
    client = Client('http://127.0.0.1:3000', Wallet(private_key, 'devnet'))
    order = client.limit('USDd', 'sBTC', '50', price='101000 USDd')

Run it to place an order of a devnet's demo wallet and follow it until it is confirmed:

    python3 docs/examples/sluice.py http://127.0.0.1:3000

Its arithmetic does not hide the key from others who measure times on the same machine. To sign with a library in its place, give
`Wallet` a `sign` of your own: 32 bytes in, the 65 bytes R, S, V out.
"""

import base64
import difflib
import hashlib
import hmac
import http.client
import json
import math
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid as uuids
from datetime import datetime, timezone
from decimal import Decimal
from fractions import Fraction

CHAIN_IDS = {'mainnet': 1, 'testnet': 0x80000000, 'devnet': 0x80000000}
VERSIONS = {'mainnet': 22, 'testnet': 26, 'devnet': 26}

# The curve secp256k1: its field, order and generator.
P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def sha256(data):
    return hashlib.sha256(data).digest()


def add(p, q):
    """Sum of two points; None is the point at infinity."""
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if (p[1] + q[1]) % P == 0:
            return None
        slope = 3 * p[0] * p[0] * pow(2 * p[1], -1, P) % P
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P) % P
    x = (slope * slope - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def times(k, point):
    result = None
    while k:
        if k & 1:
            result = add(result, point)
        point = add(point, point)
        k >>= 1
    return result


def sign_digest(digest, secret):
    """Signature of 32 bytes: R, S, V in 65 bytes, deterministic (RFC 6979), S in the lower half, V 0 or 1."""
    key, hashed = secret.to_bytes(32, 'big'), (int.from_bytes(digest, 'big') % N).to_bytes(32, 'big')
    v, k = b'\x01' * 32, b'\x00' * 32
    for separator in (b'\x00', b'\x01'):
        k = hmac.digest(k, v + separator + key + hashed, 'sha256')
        v = hmac.digest(k, v, 'sha256')
    while True:
        v = hmac.digest(k, v, 'sha256')
        nonce = int.from_bytes(v, 'big')
        if 0 < nonce < N:
            x, y = times(nonce, G)
            r = x % N
            s = pow(nonce, -1, N) * (int.from_bytes(digest, 'big') + r * secret) % N
            if r and s:
                break
        k = hmac.digest(k, v + b'\x00', 'sha256')
        v = hmac.digest(k, v, 'sha256')
    recovery = (y & 1) | (2 if x >= N else 0)
    if s > N // 2:
        s, recovery = N - s, recovery ^ 1
    return r.to_bytes(32, 'big') + s.to_bytes(32, 'big') + bytes([recovery])


def ripemd160(data):
    """RIPEMD-160, which OpenSSL 3 may leave out of hashlib."""
    try:
        return hashlib.new('ripemd160', data).digest()
    except ValueError:
        return _ripemd160(data)


def _ripemd160(data):
    rotate = lambda x, n: (x << n | x >> 32 - n) & 0xFFFFFFFF
    functions = (
        lambda x, y, z: x ^ y ^ z,
        lambda x, y, z: x & y | ~x & z,
        lambda x, y, z: (x | ~y) ^ z,
        lambda x, y, z: x & z | y & ~z,
        lambda x, y, z: x ^ (y | ~z),
    )
    order = [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8]
    left, right = [list(range(16))], [[(9 * n + 5) % 16 for n in range(16)]]
    for side in (left, right):
        for _ in range(4):
            side.append([order[n] for n in side[-1]])
    shifts = [
        [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
        [12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7],
        [13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9],
        [14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6],
        [15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5],
    ]
    constants = ([0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E], [0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0])
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    data += b'\x80' + b'\x00' * ((55 - len(data)) % 64) + (8 * len(data)).to_bytes(8, 'little')
    for at in range(0, len(data), 64):
        words = [int.from_bytes(data[at + 4 * n : at + 4 * n + 4], 'little') for n in range(16)]
        results = []
        for side, places in ((0, left), (1, right)):
            a, b, c, d, e = state
            for turn in range(5):
                mix = functions[turn if side == 0 else 4 - turn]
                for n in places[turn]:
                    total = (a + mix(b, c, d) + words[n] + constants[side][turn]) & 0xFFFFFFFF
                    a, b, c, d, e = e, (rotate(total, shifts[turn][n]) + e) & 0xFFFFFFFF, b, rotate(c, 10), d
            results.append((a, b, c, d, e))
        (a, b, c, d, e), (f, g, h, i, j) = results
        state = [(x + y + z) & 0xFFFFFFFF for x, y, z in zip(state[1:] + state[:1], (c, d, e, a, b), (i, j, f, g, h))]
    return b''.join(x.to_bytes(4, 'little') for x in state)


C32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'


def encode_address(version, hash160):
    """Address in c32check."""
    data = hash160 + sha256(sha256(bytes([version]) + hash160))[:4]
    number, digits = int.from_bytes(data, 'big'), ''
    while number:
        digits = C32[number % 32] + digits
        number //= 32
    zeros = len(data) - len(data.lstrip(b'\x00'))
    return 'S' + C32[version] + '0' * zeros + digits


def address_bytes(address):
    """Version and hash of an address, 21 bytes."""
    number = 0
    for digit in address[2:]:
        number = number * 32 + C32.index(digit)
    version, data = C32.index(address[1]), number.to_bytes(24, 'big')
    if address[0] != 'S' or encode_address(version, data[:20]) != address:
        raise ValueError(f'{address} is not an address')
    return bytes([version]) + data[:20]


# Clarity values in consensus bytes (SIP-005).
def uint(value):
    return b'\x01' + value.to_bytes(16, 'big')


def ascii_text(value):
    return b'\x0d' + len(value).to_bytes(4, 'big') + value.encode('ascii')


def contract(value):
    address, name = value.split('.')
    return b'\x06' + address_bytes(address) + bytes([len(name)]) + name.encode('ascii')


def some(value):
    return b'\x0a' + value


NONE = b'\x09'


def clarity_tuple(entries):
    names = sorted(entries)
    return b'\x0c' + len(names).to_bytes(4, 'big') + b''.join(bytes([len(n)]) + n.encode('ascii') + entries[n] for n in names)


def structured_digest(domain, message):
    """Digest of structured data (SIP-018); both are consensus bytes."""
    return sha256(b'SIP018' + sha256(domain) + sha256(message))


def text_digest(text):
    """Digest of a message as wallets sign it: a prefix, the length in bytes as Bitcoin writes it, the text in UTF-8."""
    data = text.encode()
    size = len(data)
    length = bytes([size]) if size < 0xFD else b'\xfd' + size.to_bytes(2, 'little') if size < 0x10000 else b'\xfe' + size.to_bytes(4, 'little')
    return sha256(b'\x17Stacks Signed Message:\n' + length + data)


def order_digest(order, network, blaze):
    """Digest that the owner of an order signs: the token sold, the amount, the router and the uuid."""
    domain = {'name': ascii_text('BLAZE_PROTOCOL'), 'version': ascii_text(f'{blaze}.0'), 'chain-id': uint(CHAIN_IDS[network])}
    message = {
        'contract': contract(order['inputToken']),
        'intent': ascii_text('TRANSFER_TOKENS'),
        'opcode': NONE,
        'amount': some(uint(int(order['amountIn']))),
        'target': some(contract(order['router'])),
        'uuid': ascii_text(order['uuid']),
    }
    return structured_digest(clarity_tuple(domain), clarity_tuple(message))


def canonical_json(value):
    """JSON by RFC 8785. Raises an error for a number that Python writes in another form than JavaScript; send it as text."""
    if any('e' in repr(each) for each in _floats(value)):
        raise ValueError('a number is too small or too large; send it as text')
    return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False)


def _floats(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [value] if isinstance(value, float) else [found for each in inner for found in _floats(each)]


NOT_COVERED = ('signature', 'termsSignature', 'termsPath', 'metadata')

# Fields that are signed again when an order gets other terms. Whatever else its owner reads of it is the server's.
PINNED = ['uuid', 'owner', 'inputToken', 'amountIn', 'router']
AMENDABLE = (
    'conditionToken targetPrice direction baseAsset trail activationPrice minLiquidityUsd confirm validFrom validTo minAmountOut slippage '
    'maxPriceImpact'
).split()
KEPT = (
    'outputToken recipient strategyId strategyType strategyDescription strategyPosition strategySize clientOrderId integrator replaces after'
).split()


def terms_hash(order):
    covered = {name: value for name, value in order.items() if name not in NOT_COVERED}
    return sha256(canonical_json(covered).encode())


def plan_root(hashes):
    """Root of the terms' hashes, and the path of each: the text signed for a plan is `sluice-plan:` and the root in hex."""
    level = [sha256(b'\x00' + each) for each in hashes]
    at, paths = list(range(len(level))), [[] for _ in level]
    while len(level) > 1:
        for n, path in enumerate(paths):
            beside = at[n] ^ 1
            if beside < len(level):
                path.append(level[beside].hex())
        pairs = [level[n : n + 2] for n in range(0, len(level), 2)]
        level = [sha256(b'\x01' + b''.join(sorted(pair))) if len(pair) == 2 else pair[0] for pair in pairs]
        at = [n // 2 for n in at]
    return level[0], paths


class Wallet:
    """Account of a private key: 64 hex characters, or 66 that end with 01."""

    def __init__(self, private_key, network, sign=None):
        if network not in VERSIONS:
            raise ValueError(f'the network is one of {", ".join(VERSIONS)}')
        is_key = re.fullmatch('[0-9a-fA-F]{64}(01)?', str(private_key))
        secret = int(private_key[:64], 16) if is_key else 0
        if not 0 < secret < N:
            raise ValueError('a private key is 64 hex characters, or 66 that end with 01')
        x, y = times(secret, G)
        public = bytes([2 + (y & 1)]) + x.to_bytes(32, 'big')
        self.network, self.public_key = network, public.hex()
        self.address = encode_address(VERSIONS[network], ripemd160(sha256(public)))
        self._sign = sign or (lambda digest: sign_digest(digest, secret))

    def sign(self, digest):
        return self._sign(digest).hex()

    def sign_text(self, text):
        return self.sign(text_digest(text))

    def sign_orders(self, orders, router, blaze):
        """The orders as `POST /orders/new` and `/orders/batch` take them: with uuid, owner, recipient, router and both signatures.

        `blaze` is the signature domain of the token sold; by contract id, if the orders sell several.
        """
        added = {'owner': self.address, 'router': router}
        signed = [{'uuid': str(uuids.uuid4()), 'recipient': self.address, **order, **added} for order in orders]
        for order in signed:
            domain = blaze if isinstance(blaze, str) else blaze[order['inputToken']]
            order['signature'] = self.sign(order_digest(order, self.network, domain))
        hashes = [terms_hash(order) for order in signed]
        if len(signed) == 1:
            signed[0]['termsSignature'] = self.sign_text('sluice-terms:' + hashes[0].hex())
            return signed
        root, paths = plan_root(hashes)
        signature = self.sign_text('sluice-plan:' + root.hex())
        return [{**order, 'termsSignature': signature, 'termsPath': path} for order, path in zip(signed, paths)]

    def sign_amendment(self, order, **changes):
        """Body that gives an open order other terms; None takes a field away. `order` is what its owner reads of it. Sign no two different ones."""
        if 'uuid' not in order:
            raise ValueError('only what its owner reads of an order has the uuid that is signed')
        for name in set(changes) - set(AMENDABLE):
            raise TermsError(name, f'no amendment changes it, only {", ".join(AMENDABLE)}')
        is_price = 'targetPrice' in changes or 'direction' in changes
        if is_price and 'conditionToken' not in changes and order.get('conditionToken') == '*':
            raise TermsError('targetPrice', 'the order waits for no price (its conditionToken is *); its limit is minAmountOut')
        terms = {name: value for name, value in {**order, **changes}.items() if name in AMENDABLE + KEPT + PINNED and value is not None}
        terms['revision'] = order.get('revision', 0) + 1
        return {**terms, 'termsSignature': self.sign_text('sluice-terms:' + terms_hash(terms).hex())}

    def sign_message(self, audience, **fields):
        """Headers that prove a request; `audience` is the origin of the server. Each message changes something only once."""
        added = {'audience': audience, 'network': self.network, 'timestamp': int(time.time() * 1000), 'nonce': str(uuids.uuid4())}
        text = json.dumps({**added, **fields}, separators=(',', ':'))
        return {'x-message': text, 'x-signature': self.sign_text(text), 'x-public-key': self.public_key, 'x-wallet-address': self.address}

    def sign_metadata(self, contract_id, record):
        """Headers and body that save the metadata of a token which this account has deployed. Send the body as it is."""
        body, timestamp = json.dumps(record, separators=(',', ':'), ensure_ascii=False).encode(), int(time.time() * 1000)
        body_hash = sha256(body).hex()
        text = json.dumps({'message': contract_id, 'timestamp': timestamp, 'bodyHash': body_hash}, separators=(',', ':'))
        proof = {'x-signature': self.sign_text(text), 'x-public-key': self.public_key, 'x-timestamp': str(timestamp), 'x-body-hash': body_hash}
        return {'content-type': 'application/json', **proof}, body


def verify_webhook(headers, body, secret, tolerance_seconds=300):
    """Event of a webhook's message (Standard Webhooks); `headers` have names in lower case, `body` is bytes. ValueError if it is not authentic."""
    message_id, timestamp, signatures = (headers.get(f'webhook-{name}') for name in ('id', 'timestamp', 'signature'))
    if not (message_id and timestamp and signatures):
        raise ValueError('the message lacks webhook-id, webhook-timestamp or webhook-signature')
    key = base64.b64decode(secret[len('whsec_') :])
    digest = hmac.digest(key, f'{message_id}.{timestamp}.'.encode() + body, 'sha256')
    expected = b'v1,' + base64.b64encode(digest)
    is_signed = any([hmac.compare_digest(expected, each.encode()) for each in signatures.split(' ')])
    if not is_signed or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise ValueError('the message is not from the server, or is old')
    return json.loads(body)


class SluiceError(Exception):
    """Refusal by the server: `status`, `code`, the response in `body`, and the seconds to wait, 0 if it names none."""

    def __init__(self, status, body, retry_after='0'):
        self.status, self.body, self.code = status, body, body.get('code')
        self.retry_after = int(retry_after) if retry_after.isdecimal() else 0
        details = body.get('details')
        shown = '; '.join(map(str, details)) if isinstance(details, list) else details and json.dumps(details)
        super().__init__('. '.join(filter(None, [f'{status} {self.code}: {body.get("error")}', shown, body.get('hint')])))


class TermsError(ValueError):
    """Refusal of a term before anything is signed; `field` names it."""

    def __init__(self, field, message):
        super().__init__(f'{field}: {message}')
        self.field = field


# Seconds before `follow` connects again: at most as many by itself, and if the server asks for more.
LONGEST_BACK_OFF, LONGEST_RETRY_AFTER = 10, 300

# Condition that is met as soon as an order's time window opens.
AT_ONCE = {'conditionToken': '*', 'targetPrice': '0', 'direction': 'gt'}


def _number(field, value):
    """Exact number that decimal text, or a number as Python writes it, stands for. It is above 0."""
    if not re.fullmatch(r'[0-9]+(\.[0-9]+)?', str(value)) or Fraction(str(value)) == 0:
        raise TermsError(field, f'a number above 0 as decimal text, such as "1.5", not {value!r}')
    return Fraction(str(value))


def _units(field, value, decimals):
    units = _number(field, value) * 10**decimals
    if units.denominator != 1:
        raise TermsError(field, f'has at most {decimals} decimals')
    return int(units)


def _fraction(field, value):
    """Fraction as decimal text, of '0.01' or '1%'."""
    found = re.fullmatch(r'([0-9]+(?:\.[0-9]+)?) ?(%?)', str(value))
    if not found:
        raise TermsError(field, f'a fraction such as "0.01", or percent such as "1%", not {value!r}')
    exact = Fraction(found[1]) / (100 if found[2] else 1)
    return f'{Decimal(exact.numerator) / exact.denominator:f}'


def _in_fractions(terms):
    is_share = lambda name, value: name in ('slippage', 'maxPriceImpact') and value is not None
    return {name: _fraction(name, value) if is_share(name, value) else value for name, value in terms.items()}


def _iso(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')


class Client:
    """Client of a server. With a wallet it places, executes, cancels and reads the wallet's orders; with a key, what the key may do."""

    def __init__(self, url, wallet=None, api_key=None, timeout_seconds=30):
        parts = urllib.parse.urlsplit(url)
        self.url, self.origin = url.rstrip('/'), f'{parts.scheme}://{parts.netloc}'
        self.wallet, self.api_key, self.timeout, self._registry = wallet, api_key, timeout_seconds, None

    def request(self, method, path, headers=None, body=None, params=None):
        """Response to a request as JSON. Raises `SluiceError` if the server refuses it."""
        with self._open(method, path, headers, body, params) as response:
            return json.load(response)

    def _open(self, method, path, headers=None, body=None, params=None):
        query = '?' + urllib.parse.urlencode(params) if params else ''
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {**({'content-type': 'application/json'} if data else {}), **(headers or {})}
        request = urllib.request.Request(self.url + path + query, data=data, headers=sent, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self.timeout)
        except urllib.error.HTTPError as refused:
            with refused:
                raise SluiceError(refused.code, _json_of(refused), refused.headers.get('retry-after', '0')) from None

    def _signer(self):
        if self.wallet is None:
            raise ValueError('this call needs a wallet: Client(url, Wallet(private_key, network))')
        return self.wallet

    def proof(self, **fields):
        return {'x-api-key': self.api_key} if self.api_key else self._signer().sign_message(self.origin, **fields)

    def manage(self, method, path, **fields):
        """Response to a call that manages the wallet's keys, webhooks or alerts: `fields` are signed, and sent in headers or in the body."""
        proof = self._signer().sign_message(self.origin, **fields)
        if method == 'GET':
            return self.request(method, f'/swap/api/v1{path}', proof)
        body = {'message': proof.pop('x-message'), 'walletAddress': proof.pop('x-wallet-address')}
        return self.request(method, f'/swap/api/v1{path}', proof, body)

    def create_webhook(self, url, **more):
        """Webhook and its secret, which only this response has; `more` such as eventTypes=['order.confirmed']."""
        return self.manage('POST', '/webhooks', action='create_webhook', url=url, **more)

    def quote(self, token_in, token_out, amount):
        """What the market pays now, in smallest units, for whole tokens. Raises `TermsError` if there is no route."""
        sold, bought = self.token(token_in), self.token(token_out)
        quoted = self._quote(sold['contractId'], bought['contractId'], _units('amount', amount, sold['decimals']))
        if 'reason' in quoted:
            raise TermsError('amount', f'there is no quote for {amount} {sold["symbol"]} in {bought["symbol"]}: {quoted["reason"]}')
        return quoted

    def _quote(self, token_in, token_out, units):
        params = {'tokenIn': token_in, 'tokenOut': token_out, 'amount': units}
        return self.request('GET', '/swap/api/v1/quote', params=params)['data']

    def place(self, order, router, blaze):
        """Signs an order and stores it. Placing the same signed order again changes nothing, so it may be repeated after a lost connection."""
        [signed] = self._signer().sign_orders([order], router, blaze)
        return self.request('POST', '/swap/api/v1/orders/new', body=signed)['data']

    def place_all(self, orders, router, blaze):
        """Signs several orders, once for the terms of all, and stores all of them or none."""
        signed = self._signer().sign_orders(orders, router, blaze)
        placed = self.request('POST', '/swap/api/v1/orders/batch', body={'orders': signed, 'atomic': True})
        return [each['data'] for each in placed['results']]

    # Orders by symbol. A token is a symbol, or a contract id if several tokens have the symbol. Amounts are whole tokens as decimal text.
    # Each order may have more fields, such as clientOrderId='mine' or validTo='2030-01-01T00:00:00Z', and but for plans `at_least`, the
    # least output in whole tokens; a name that no order has is a `TermsError`. After a lost connection a call places
    # another order, unless it names a uuid of your own, under which the same order is placed once. Raises `TermsError` for a price that is
    # probably a mistake, such as a stop above the market, which would be sent at once, unless `far_from_market` says that it is meant.
    # Slippage is a fraction or percent, '0.01' or '1%'. An order waits, also a stop, while its price impact is above maxPriceImpact, 5%
    # unless you name another: a large sale into a thin market needs more, such as maxPriceImpact='15%'.

    def market(self, sell, buy, amount, slippage='1%', **more):
        """Sells at what the market pays, within an hour; `slippage` is the largest loss against the quote at that time."""
        hour = {'validTo': _iso(time.time() + 3600)}
        return self._place([{**self._sale(sell, buy, amount), **AT_ONCE, 'slippage': slippage, **hour, **more}])

    def limit(self, sell, buy, amount, price, far_from_market=False, **more):
        """Sells at `price` or better. Selling USDd for sBTC, '101000 USDd' is that many USDd for each sBTC.

        TermsError if the market pays over twice as much or less than two thirds: such a price is probably for the other direction.
        """
        order = {**self._sale(sell, buy, amount), **AT_ONCE, **more}
        order['minAmountOut'] = self._least(order, price)
        if not far_from_market:
            self._require_near(order, self._pays(order))
        return self._place([order])

    def stop(self, sell, buy, amount, price, slippage='1%', far_from_market=False, **more):
        """Sells when the price of the sold token has fallen to `price`, in dollars. TermsError unless it is below the market."""
        return self._at_level('stop', sell, buy, amount, price, far_from_market, {'slippage': slippage, **more})

    def target(self, sell, buy, amount, price, slippage='1%', far_from_market=False, **more):
        """Sells when the price of the sold token has risen to `price`, in dollars. TermsError unless it is above the market."""
        return self._at_level('target', sell, buy, amount, price, far_from_market, {'slippage': slippage, **more})

    def trail(self, sell, buy, amount, distance, slippage='1%', **more):
        """Sells when the price of the sold token has fallen by `distance`, such as '5%', from its highest since then."""
        return self._place([{**self._sale(sell, buy, amount), **self._trail(sell, distance), 'slippage': slippage, **more}])

    def twap(self, sell, buy, amount, parts, span_seconds, slippage='1%', **more):
        """Sells in 2 to 100 equal parts over a span of at least a minute for each, each part at a random time in the first half of its slot."""
        sale, start, slot = self._sale(sell, buy, amount), time.time(), span_seconds / parts
        share, rest = divmod(int(sale['amountIn']), parts)
        plan = {'strategyId': f'twap-{uuids.uuid4()}', 'strategyType': 'twap', 'strategySize': parts, 'slippage': slippage}
        orders = [
            {
                **{**sale, **AT_ONCE, **plan, **more},
                'amountIn': str(share + (n < rest)),
                'strategyPosition': n + 1,
                'validFrom': _iso(start + slot * (n + random.SystemRandom().uniform(0, 0.5))),
                'validTo': _iso(start + slot * (n + 1)),
            }
            for n in range(parts)
        ]
        return self._place(orders)

    def bracket(self, sell, buy, amount, price, target, stop, slippage='1%', far_from_market=False):
        """Buys at `price` or better, and sells what that guarantees at the price `target` or `stop`, in dollars, whichever comes first.

        Returns the entry, the target and the stop. TermsError for a price as in `limit`, and unless the stop is below the price at the entry,
        and the target above it.
        """
        bought, uuid = self.token(buy, sells=True)['contractId'], str(uuids.uuid4())
        entry = {**self._sale(sell, bought, amount), **AT_ONCE, 'uuid': uuid}
        entry['minAmountOut'] = self._least(entry, price)
        if _number('stop', stop) >= _number('target', target):
            raise TermsError('stop', f'the stop at {stop} must be below the target at {target}')
        pays = None if far_from_market else self._pays(entry)
        if not far_from_market:
            self._require_near(entry, pays)
        exits = {'inputToken': bought, 'outputToken': entry['inputToken'], 'amountIn': entry['minAmountOut'], 'slippage': slippage, 'after': uuid}
        orders = [entry, {**exits, **self._when(buy, 'gt', target)}, {**exits, **self._when(buy, 'lt', stop)}]
        if not far_from_market:
            now = self._market(orders[1])
            # An entry above what the market pays now waits for a lower price.
            then = now and now * min(1, pays / int(entry['minAmountOut']) if pays else 1)
            for name, each in zip(('target', 'stop'), orders[1:]):
                self._require_side(each, then, name, 'the price at the entry')
        plan = {'strategyId': f'bracket-{uuid}', 'strategyType': 'bracket', 'strategySize': 3}
        return self._place([{**order, **plan, 'strategyPosition': n + 1} for n, order in enumerate(orders)])

    def registry(self):
        """Network, tokens and routers of the server, read once. The owner of a key that holds much compares the routers with a list of its own."""
        self._registry = self._registry or self.request('GET', '/app/api/v1/registry')
        return self._registry

    def token(self, name, sells=False):
        """Token with a symbol or contract id; with `sells` its subnet copy, which orders sell. Raises LookupError unless it is exactly one."""
        listed = self.registry()['tokens']
        named = [each for each in listed if name == each['contractId'] or name.lower() == each['symbol'].lower()]
        bases = {each.get('base', each['contractId']) for each in named}
        found = [each for each in named if (each.get('type') == 'SUBNET') == sells]
        if sells and not found:
            found = [each for each in listed if each.get('base') in bases]
        if not sells and len(named) == 1:
            found = named
        if len(bases) != 1 or len(found) != 1:
            several = ', '.join(each['contractId'] for each in (found if len(bases) == 1 else named))
            raise LookupError(f'{name}: name one by its contract id: {several}' if several else f'{name}: there is no such token')
        return found[0]

    def balance(self, token, address=None):
        """Whole tokens of an address, the wallet's own by default, as decimal text. Orders sell the subnet copy, `token(name, sells=True)`."""
        listed = self.token(token)
        return f'{Decimal(self._held(listed, address)).scaleb(-listed["decimals"]):f}'

    def _held(self, token, address=None):
        owner = address or self._signer().address
        [held] = self.request('GET', f'/swap/api/v1/balances/{owner}', params={'tokens': token['contractId']})['data']['balances']
        if held['balance'] is None:
            raise TermsError('amount', 'the balance is unknown now: name the amount')
        return int(held['balance'])

    def _sale(self, sell, buy, amount):
        sold = self.token(sell, sells=True)
        units = self._held(sold) if amount == 'all' else _units('amount', amount, sold['decimals'])
        if units == 0:
            raise TermsError('amount', f'the wallet holds no {sold["symbol"]} in {sold["contractId"]}, from which orders are paid: deposit first')
        return {'inputToken': sold['contractId'], 'outputToken': self.token(buy)['contractId'], 'amountIn': str(units)}

    def _least(self, order, price):
        """Least output at a price, rounded up. The token that counts the price says its direction."""
        number, _, unit = str(price).partition(' ')
        sold, bought = (self.token(order[each]) for each in ('inputToken', 'outputToken'))
        counts = [unit.lower() in (each['symbol'].lower(), each['contractId']) for each in (sold, bought)]
        if counts[0] == counts[1]:
            either = f'"… {sold["symbol"]}" for each {bought["symbol"]}, or "… {bought["symbol"]}" for each {sold["symbol"]}'
            raise TermsError('price', f'decimal text with the token that counts it: {either}')
        rate = 1 / _number('price', number) if counts[0] else _number('price', number)
        return str(math.ceil(int(order['amountIn']) * rate * Fraction(10) ** (bought['decimals'] - sold['decimals'])))

    def _pays(self, order):
        """Smallest units that the market pays for what an order sells; None without a quote."""
        market = self._quote(order['inputToken'], order['outputToken'], order['amountIn'])
        return None if 'reason' in market else int(market['amountOutExact'])

    def _require_near(self, order, pays):
        least = int(order['minAmountOut'])
        if pays is not None and (least * 2 < pays or least * 2 > pays * 3):
            raise TermsError('price', f'the market pays {pays}, not {least}, in smallest units: is it for the other direction?')

    def _at_level(self, kind, sell, buy, amount, price, far_from_market, more):
        order = {**self._sale(sell, buy, amount), **self._when(sell, 'lt' if kind == 'stop' else 'gt', price), **more}
        if not far_from_market:
            self._require_side(order, self._market(order))
        return self._place([order])

    def _market(self, order):
        """Price now of the token that an order waits for, in the order's unit; None if it is unknown."""
        usd = {'USD': 1, **{each['contractId']: each['usd'] for each in self.request('GET', '/prices/api/v1/prices')['tokens']}}
        token, unit = usd.get(order['conditionToken']), usd.get(order.get('baseAsset', 'USD'))
        return token / unit if token and unit else None

    def _require_side(self, order, now, field='price', where='the market'):
        """Refuses a stop or target on the wrong side of a price, which may be unknown."""
        price = float(order['targetPrice'])
        kind, side = ('stop', 'below') if order['direction'] == 'lt' else ('target', 'above')
        if now and not (price < now if kind == 'stop' else price > now):
            raise TermsError(field, f'a {kind} must be {side} {where}, which is {now:.8g} {order.get("baseAsset", "USD")}')

    def _when(self, token, direction, price):
        _number('price', price)
        return {'conditionToken': self._base(token), 'direction': direction, 'targetPrice': str(price)}

    def _trail(self, token, distance):
        return {'conditionToken': self._base(token), 'direction': 'lt', 'trail': {'bps': self._bps(distance)}}

    def _bps(self, distance):
        if not str(distance).endswith('%'):
            raise TermsError('distance', f'percent such as "5%", not {distance!r}')
        return _units('distance', str(distance)[:-1].strip(), 2)

    def _base(self, token):
        sold = self.token(token, sells=True)
        return sold.get('base', sold['contractId'])

    def _at_least(self, order, amount):
        return str(_units('at_least', amount, self.token(order['outputToken'])['decimals']))

    def _complete(self, order):
        """The order with the words of the calls as its fields. Refuses names that no order has: a bound that is not read protects nothing."""
        fields = _in_fractions({name: value for name, value in order.items() if name != 'at_least'})
        if 'at_least' in order:
            if 'minAmountOut' in fields or 'strategySize' in fields:
                raise TermsError('at_least', 'is for one order without another least output')
            fields['minAmountOut'] = self._at_least(order, order['at_least'])
        known = PINNED + AMENDABLE + KEPT + ['metadata']
        for name in set(fields) - set(known):
            near = difflib.get_close_matches(name, known, 1, 0.75)
            raise TermsError(name, f'no order has it{f"; did you mean {near[0]}?" if near else ""}')
        return fields

    def _place(self, orders):
        """Signs for the first router that pays the signer alone, and places; a list if the orders are several."""
        orders = [self._complete(order) for order in orders]
        registry = self.registry()
        if registry['network'] != self._signer().network:
            raise ValueError(f'the server is on {registry["network"]}, and the wallet on {self.wallet.network}')
        blaze = {each['contractId']: each['blaze'] for each in registry['tokens'] if 'blaze' in each}
        known = {blaze[order['inputToken']] for order in orders}
        router = next(each['id'] for each in registry['routers'] if each['payout'] == 'signer' and known <= set(each['blaze']))
        return self.place(orders[0], router, blaze) if len(orders) == 1 else self.place_all(orders, router, blaze)

    def execute(self, uuid):
        proof = self.proof(action='execute_order', uuid=uuid)
        return self.request('POST', f'/swap/api/v1/orders/{uuid}/execute', {**proof, 'idempotency-key': str(uuids.uuid4())})

    def cancel(self, uuid):
        return self.request('PATCH', f'/swap/api/v1/orders/{uuid}/cancel', self.proof(action='cancel_order', uuid=uuid))['data']

    def cancel_all(self, **selection):
        """Ends the owner's open orders: all, or those of a `selection` such as strategyId='…' or inputToken='<contract id>'."""
        proof = self.proof(action='cancel_orders', **selection)
        return self.request('POST', '/swap/api/v1/orders/cancel', proof, selection)

    def order(self, uuid):
        return self.request('GET', f'/swap/api/v1/orders/{uuid}', self.proof(action='read_orders', uuid=uuid))['data']

    def amend(self, uuid, price=None, at_least=None, distance=None, far_from_market=False, **changes):
        """Gives an open order other terms, in the words in which it was placed; those not named stay.

        `price` is that of a stop or target in its unit, or a limit's with the token that counts it; `at_least` is the least output in whole
        tokens, and `distance` a trailing stop's. Others are fields, such as slippage='2%' or validTo='2030-01-01T00:00:00Z', and None takes
        one away. `TermsError` for what is refused in placing.
        """
        if {'targetPrice', 'minAmountOut', 'direction'} & set(changes):
            raise TermsError('price', 'give price or at_least, in whole tokens; sign_amendment takes the fields themselves')
        order, terms = self.order(uuid), _in_fractions(changes)
        is_limit = order.get('conditionToken') == '*'
        if distance is not None:
            terms['trail'] = {'bps': self._bps(distance)}
        if at_least is not None:
            terms['minAmountOut'] = self._at_least(order, at_least)
        if price is not None:
            if 'trail' in order:
                raise TermsError('price', 'a trailing stop has no price of its own: give distance')
            terms.update({'minAmountOut': self._least(order, price)} if is_limit else {'targetPrice': str(_number('price', price) and price)})
            if not is_limit and not far_from_market:
                self._require_side({**order, **terms}, self._market({**order, **terms}))
        if is_limit and 'minAmountOut' in terms and not far_from_market:
            self._require_near({**order, **terms}, self._pays(order))
        body = self._signer().sign_amendment(order, **terms)
        return self.request('PATCH', f'/swap/api/v1/orders/{uuid}', body=body)['data']

    def follow(self, uuid, after=None):
        """Events of an order, each with the order as it then is, until it is confirmed, failed or cancelled.

        It continues over lost connections and while the server is starting or busy, and raises `SluiceError` for any other refusal.
        `after` continues behind an event: the `position` that the event had.
        """
        failures = 0
        while True:
            wait, headers = 0, {'accept': 'text/event-stream', **self.proof(action='read_orders', uuid=uuid)}
            if after:
                headers['last-event-id'] = str(after)
            try:
                with self._open('GET', f'/swap/api/v1/orders/{uuid}/stream', headers) as stream:
                    for name, event_id, data in _events(stream):
                        if name == 'resync':
                            after = None
                            break
                        after, failures = event_id or after, 0
                        if name not in ('snapshot', 'order'):
                            continue
                        yield data
                        if data['order']['status'] in ('confirmed', 'failed', 'cancelled'):
                            return
            except SluiceError as refused:
                if refused.status != 429 and refused.status < 500:
                    raise
                wait = min(refused.retry_after, LONGEST_RETRY_AFTER)
            except (OSError, http.client.HTTPException):
                pass
            failures += 1
            time.sleep(max(wait, min(LONGEST_BACK_OFF, 2 ** min(failures, 9)) * random.uniform(0.5, 1)))


def _json_of(response):
    try:
        return json.load(response)
    except ValueError:
        return {'code': 'no-json', 'error': 'the response is not of a Sluice server'}


def _events(stream):
    """Events of a stream: name, id, data (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""
    fields = {}
    for line in stream:
        text = line.decode().rstrip('\r\n')
        if text:
            name, _, value = text.partition(':')
            value = value[1:] if value.startswith(' ') else value
            fields[name] = fields[name] + '\n' + value if name == 'data' and 'data' in fields else value
        elif 'data' in fields:
            yield fields.get('event', 'message'), fields.get('id'), json.loads(fields['data'])
            fields = {}
        else:
            fields = {}


def main(server):
    """Places an order of a devnet's demo wallet, which sells 10 STX for dollars at once, and follows it."""
    devnet = Client(server).request('GET', '/devnet')
    alice = next(each for each in devnet['accounts'] if each['name'] == 'alice')
    client = Client(server, Wallet(alice['privateKey'], 'devnet'))
    quoted = client.quote('STX', 'USDd', '10')
    print(f'10 STX are worth {int(quoted["amountOut"]) / 1e6} dollars')
    placed = client.market('STX', 'USDd', '10')
    print(f'placed {placed["uuid"]}')
    for event in client.follow(placed['uuid']):
        now = event['order']
        print(event.get('event', {}).get('type', 'now'), now['status'])
    print(f'received {int(now["executedAmountOut"]) / 1e6} dollars')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit('usage: python3 sluice.py <server>')
    main(sys.argv[1])
