"""Checks sluice.py against the vectors, as a client in any other language may be checked:

    python3 docs/examples/check_vectors.py docs/reference/vectors.json
"""

import hashlib
import json
import sys

import sluice
from sluice import Wallet


def check(what, actual, expected):
    if actual != expected:
        sys.exit(f'{what}: {actual} in place of {expected}')


def main(file):
    with open(file, encoding='utf-8') as text:
        vectors = json.load(text)
    for each in vectors['accounts']:
        for network in ('mainnet', 'devnet'):
            wallet = Wallet(each['privateKey'], network)
            check('public key', wallet.public_key, each['publicKey'])
            check('address', wallet.address, each[network])
    for each in vectors['texts']:
        text = each['text'] if 'text' in each else each['repeated'] * each['times']
        check('digest of a text', sluice.text_digest(text).hex(), each['digest'])
        check('signature of a text', Wallet(each['privateKey'], 'devnet').sign_text(text), each['signature'])
    for each in vectors['orders']:
        digest = sluice.order_digest(each, each['network'], each['blaze'])
        check('digest of an order', digest.hex(), each['digest'])
        check('signature of an order', Wallet(each['privateKey'], each['network']).sign(digest), each['signature'])
    for each in vectors['terms']:
        orders = each['orders']
        for order, terms in zip(orders, each['terms']):
            check('hash of terms', sluice.terms_hash(order).hex(), terms['hash'])
            check('hash of canonical JSON', hashlib.sha256(terms['canonical'].encode()).hexdigest(), terms['hash'])
        names = ('signature', 'termsSignature', 'termsPath')
        unsigned = [{name: value for name, value in order.items() if name not in names} for order in orders]
        signed = Wallet(each['privateKey'], 'devnet').sign_orders(unsigned, orders[0]['router'], each['blaze'])
        check('signed orders', signed, orders)
    for each in vectors['amendments']:
        body = Wallet(each['privateKey'], 'devnet').sign_amendment(each['order'], **each['changes'])
        check('signed amendment', body, each['body'])
    for each in vectors['requests']:
        headers = each['headers']
        signature = Wallet(each['privateKey'], 'devnet').sign_text(headers['x-message'])
        check('signature of a request', signature, headers['x-signature'])
    for each in vectors['metadata']:
        headers, body = each['headers'], each['body'].encode()
        check('hash of metadata', hashlib.sha256(body).hexdigest(), headers['x-body-hash'])
        names = {'message': each['contractId'], 'timestamp': int(headers['x-timestamp']), 'bodyHash': headers['x-body-hash']}
        signature = Wallet(each['privateKey'], 'devnet').sign_text(json.dumps(names, separators=(',', ':')))
        check('signature of metadata', signature, headers['x-signature'])
    for each in vectors['webhooks']:
        body, headers = each['body'].encode(), each['headers']
        check('event', sluice.verify_webhook(headers, body, each['secret'], float('inf')), json.loads(each['body']))
        try:
            sluice.verify_webhook(headers, body + b' ', each['secret'], float('inf'))
        except ValueError:
            continue
        sys.exit('a changed message of a webhook was taken')
    print(f'{sum(map(len, vectors.values())) - len(vectors["note"])} vectors agree')


if __name__ == '__main__':
    main(sys.argv[1])
