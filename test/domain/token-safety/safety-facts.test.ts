import { describe, expect, it } from '@jest/globals';
import { safetyFactsOf } from '../../../src/domain/token-safety/safety-facts.js';
import { DEPLOYER, factsOf, linesOf, TOKEN, tokenSource } from './a-token.js';

const SAFE = { mint: 'no', freeze: 'no', take: 'no', uri: 'no' };
const UNKNOWN = { mint: 'unknown', freeze: 'unknown', take: 'unknown', uri: 'unknown' };
const OWNER_VAR = '(define-data-var owner principal tx-sender)';
const IS_OWNER = '(asserts! (is-eq tx-sender (var-get owner)) (err u1))';
const SET_OWNER = `(define-public (set-owner (new principal)) (begin ${IS_OWNER} (ok (var-set owner new))))`;
const mint = (guard: string) =>
  `(define-public (mint (amount uint) (to principal)) (begin ${guard} (ft-mint? coin amount to)))`;

describe('safetyFactsOf: who may mint', () => {
  const cases: readonly (readonly [title: string, source: string, mint: string])[] = [
    ['no one, if tokens are made at the deployment only', '', 'no'],
    ['anyone, without a guard', mint(''), 'anyone by mint'],
    ['anyone, if only the amount is bounded', mint('(asserts! (> amount u0) (err u1))'), 'anyone by mint'],
    [
      'the deployer',
      `(define-constant ADMIN tx-sender) ${mint('(asserts! (is-eq tx-sender ADMIN) (err u1))')}`,
      `owner(${DEPLOYER}) by mint`,
    ],
    [
      'a variable that its holder passes on',
      `${OWNER_VAR} ${SET_OWNER} ${mint(IS_OWNER)}`,
      'owner(owner) by mint',
    ],
    [
      'the deployer, if nothing changes the variable',
      `${OWNER_VAR} ${mint(IS_OWNER)}`,
      `owner(${DEPLOYER}) by mint`,
    ],
    [
      'anyone, if anyone can become the owner',
      `${OWNER_VAR} (define-public (claim) (ok (var-set owner tx-sender))) ${mint(IS_OWNER)}`,
      'anyone by claim mint',
    ],
    [
      'unknown, if anyone could become the owner at a time that cannot be told',
      `${OWNER_VAR} (define-data-var ready bool false)
       (define-public (setup) (begin (asserts! (not (var-get ready)) (err u1)) (var-set ready true) (ok (var-set owner tx-sender))))
       ${mint(IS_OWNER)}`,
      'unknown by mint setup',
    ],
    [
      'those in a map, and the owner who lists them',
      `${OWNER_VAR} ${SET_OWNER} (define-map minters principal bool)
       (define-public (allow (who principal)) (begin ${IS_OWNER} (ok (map-set minters who true))))
       ${mint('(asserts! (default-to false (map-get? minters contract-caller)) (err u1))')}`,
      'owner(minters owner) by mint',
    ],
    [
      'anyone, if anyone can list itself',
      `(define-map minters principal bool) (define-public (join) (ok (map-set minters tx-sender true)))
       ${mint('(unwrap! (map-get? minters tx-sender) (err u1))')}`,
      'anyone by join mint',
    ],
    [
      'anyone who has not yet minted',
      `(define-map claimed principal bool) ${mint('(asserts! (is-none (map-get? claimed tx-sender)) (err u1)) (map-set claimed tx-sender true)')}`,
      'anyone by mint',
    ],
    [
      'a contract that the source names',
      mint('(asserts! (is-eq contract-caller .pool) (err u1))'),
      `contract(${DEPLOYER}.pool) by mint`,
    ],
    [
      'another contract that is asked, in a function of its own',
      `(define-read-only (is-allowed) (ok (asserts! (contract-call? .dao is-extension contract-caller) (err u1))))
       ${mint('(try! (is-allowed))')}`,
      `contract(${DEPLOYER}.dao) by mint`,
    ],
    [
      'a contract, or those whom it lets',
      `(define-public (is-dao) (ok (asserts! (or (is-eq tx-sender .dao) (contract-call? .dao is-extension contract-caller)) (err u1))))
       ${mint('(try! (is-dao))')}`,
      `contract(${DEPLOYER}.dao) by mint`,
    ],
    [
      'unknown, if the caller chooses the contract that is asked',
      `(define-public (mint (dao <dao>) (amount uint)) (begin (try! (contract-call? dao check tx-sender)) (ft-mint? coin amount tx-sender)))`,
      'unknown by mint',
    ],
    [
      'unknown, if a signature decides',
      `(define-public (mint (amount uint) (proof (buff 65))) (begin
        (asserts! (is-eq (secp256k1-recover? (sha256 0x01) proof) (ok 0x02)) (err u1)) (ft-mint? coin amount tx-sender)))`,
      'unknown by mint',
    ],
    [
      'anyone, if the check is made but not demanded',
      `${OWNER_VAR} ${SET_OWNER}
       (define-private (check) (begin ${IS_OWNER} (ok true))) ${mint('(is-ok (check))')}`,
      'anyone by mint',
    ],
    [
      'the owner, if the check comes after',
      `${OWNER_VAR} ${SET_OWNER} (define-public (mint (amount uint))
       (begin (try! (ft-mint? coin amount tx-sender)) ${IS_OWNER} (ok true)))`,
      'owner(owner) by mint',
    ],
    [
      'anyone, if the check that comes after ends well',
      `${OWNER_VAR} ${SET_OWNER} (define-public (mint (amount uint))
       (begin (try! (ft-mint? coin amount tx-sender)) (asserts! (is-eq tx-sender (var-get owner)) (ok true)) (ok true)))`,
      'anyone by mint',
    ],
    [
      'the owner, by an if',
      `${OWNER_VAR} ${SET_OWNER} (define-public (mint (amount uint))
       (if (is-eq (var-get owner) tx-sender) (ft-mint? coin amount tx-sender) (err u1)))`,
      'owner(owner) by mint',
    ],
    [
      'anyone, by the other branch',
      `${OWNER_VAR} ${SET_OWNER} (define-public (mint (amount uint))
       (if (is-eq (var-get owner) tx-sender) (err u1) (ft-mint? coin amount tx-sender)))`,
      'anyone by mint',
    ],
    [
      'the owner, in a match',
      `(define-data-var owner (optional principal) none)
       (define-public (mint (amount uint)) (match (var-get owner) admin (begin (asserts! (is-eq tx-sender admin) (err u1)) (ft-mint? coin amount admin)) (err u2)))`,
      'owner(owner) by mint',
    ],
    [
      'the owner, who is one of a list',
      `(define-constant ADMINS (list tx-sender .council)) ${mint('(asserts! (is-some (index-of? ADMINS tx-sender)) (err u1))')}`,
      `owner(${DEPLOYER} ${DEPLOYER}.council) by mint`,
    ],
    [
      'anyone, by a function with another name',
      `(define-private (reward (to principal)) (ft-mint? coin u1 to))
       (define-public (like (post uint)) (begin (print post) (reward tx-sender)))`,
      'anyone by like',
    ],
    [
      'anyone, for each item of a list',
      `(define-private (give (to principal)) (ft-mint? coin u1 to))
       (define-public (airdrop (to (list 9 principal))) (ok (map give to)))`,
      'anyone by airdrop',
    ],
    [
      'no one, if the word is in a comment or in a text',
      `;; (define-public (mint) (ft-mint? coin u1 tx-sender))
       (define-read-only (get-name) (ok "a \\" (define-public (mint) (ft-mint? coin u1 tx-sender))"))`,
      'no',
    ],
    [
      'anyone, if a text pretends to be the guard',
      mint('(print "(asserts! (is-eq tx-sender (var-get owner)) (err u1))")'),
      'anyone by mint',
    ],
    [
      'no one, by a private function that nothing calls',
      '(define-private (mint) (ft-mint? coin u1 tx-sender))',
      'no',
    ],
    [
      'unknown, if the contract itself must call',
      mint('(asserts! (is-eq contract-caller (as-contract tx-sender)) (err u1))'),
      'unknown by mint',
    ],
  ];
  it.each(cases)('%s', (_title, added, expected) => {
    expect(linesOf(tokenSource(added)).mint).toBe(expected);
  });
});

describe('safetyFactsOf: who may freeze', () => {
  const guarded = (guard: string, moves = '(ft-transfer? coin amount from to)') => ({
    transfer: `(define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34))))
      (begin (asserts! (or (is-eq tx-sender from) (is-eq contract-caller from)) (err u4)) ${guard}
        (match memo text (begin (print text) true) true) ${moves}))`,
  });
  const PAUSED = '(define-data-var paused bool false)';
  const pause = (guard: string) =>
    `(define-public (pause (on bool)) (begin ${guard} (ok (var-set paused on))))`;
  const NOT_PAUSED = '(asserts! (not (var-get paused)) (err u5))';
  const cases: readonly (readonly [
    title: string,
    added: string,
    transfer: Readonly<Record<string, string>>,
    freeze: string,
  ])[] = [
    [
      'no one, if a transfer asks for nothing but its sender',
      '',
      guarded('(asserts! (> amount u0) (err u3))'),
      'no',
    ],
    ['no one, if nothing sets the switch', PAUSED, guarded(NOT_PAUSED), 'no'],
    [
      'the owner who pauses',
      `${PAUSED} ${OWNER_VAR} ${SET_OWNER} ${pause(IS_OWNER)}`,
      guarded(NOT_PAUSED),
      'owner(owner) by pause',
    ],
    ['anyone who pauses', `${PAUSED} ${pause('')}`, guarded(NOT_PAUSED), 'anyone by pause'],
    [
      'the owner of a blacklist',
      `(define-map banned principal bool) ${OWNER_VAR} ${SET_OWNER}
       (define-public (ban (who principal)) (begin ${IS_OWNER} (ok (map-insert banned who true))))`,
      guarded('(asserts! (not (default-to false (map-get? banned from))) (err u5))'),
      'owner(owner) by ban',
    ],
    [
      'the owner of a list of those who may transfer',
      `(define-map allowed principal bool) ${OWNER_VAR} ${SET_OWNER}
       (define-public (allow (who principal)) (begin ${IS_OWNER} (ok (map-set allowed who true))))`,
      guarded('(asserts! (is-some (map-get? allowed from)) (err u5))'),
      'owner(allowed owner) by allow transfer',
    ],
    [
      'the only account that may transfer',
      '(define-constant ADMIN tx-sender)',
      guarded('(asserts! (is-eq tx-sender ADMIN) (err u5))'),
      `owner(${DEPLOYER}) by transfer`,
    ],
    [
      'the only account whose transfers move anything',
      '(define-constant ADMIN tx-sender)',
      guarded('', '(if (is-eq from ADMIN) (ft-transfer? coin amount from to) (ok true))'),
      `owner(${DEPLOYER}) by transfer`,
    ],
    [
      'the owner of a fee that may exceed the amount',
      `(define-data-var fee uint u0) ${OWNER_VAR} ${SET_OWNER} (define-public (set-fee (to uint)) (begin ${IS_OWNER} (ok (var-set fee to))))`,
      guarded('', '(ft-transfer? coin (- amount (var-get fee)) from to)'),
      'owner(owner) by set-fee',
    ],
    [
      'another contract that is asked',
      '',
      guarded('(try! (contract-call? .guard check from to))'),
      `contract(${DEPLOYER}.guard) by transfer`,
    ],
    [
      'unknown, if transfers end at a height',
      '',
      guarded('(asserts! (< burn-block-height u900000) (err u5))'),
      'unknown by transfer',
    ],
    ['unknown, if a transfer always fails', '', guarded('(asserts! false (err u5))'), 'unknown by transfer'],
    ['unknown, if a transfer moves nothing', '', guarded('', '(ok true)'), 'unknown'],
    [
      'no one but the holder itself',
      `(define-map locked principal bool) (define-public (lock) (ok (map-set locked tx-sender true)))`,
      guarded('(asserts! (is-none (map-get? locked from)) (err u5))'),
      'no',
    ],
    [
      'no one, by notes that a transfer leaves',
      '(define-data-var count uint u0)',
      guarded('(var-set count (+ u1 (var-get count)))'),
      'no',
    ],
  ];
  it.each(cases)('%s', (_title, added, transfer, expected) => {
    expect(linesOf(tokenSource(added, transfer)).freeze).toBe(expected);
  });
});

describe('safetyFactsOf: who may take', () => {
  const cases: readonly (readonly [title: string, added: string, take: string])[] = [
    [
      'no one, if the owner burns its own',
      '(define-public (burn (amount uint)) (ft-burn? coin amount tx-sender))',
      'no',
    ],
    [
      'no one, if the owner is checked',
      `(define-public (burn (amount uint) (of principal)) (begin (asserts! (is-eq of contract-caller) (err u4)) (ft-burn? coin amount of)))`,
      'no',
    ],
    [
      'anyone who burns',
      '(define-public (burn (amount uint) (of principal)) (ft-burn? coin amount of))',
      'anyone by burn',
    ],
    [
      'the admin who seizes',
      `${OWNER_VAR} ${SET_OWNER} (define-public (seize (of principal) (amount uint)) (begin ${IS_OWNER} (ft-transfer? coin amount of tx-sender)))`,
      'owner(owner) by seize',
    ],
    [
      'the admin, beside the owner',
      `(define-constant ADMIN tx-sender) (define-public (burn (amount uint) (of principal))
      (begin (asserts! (or (is-eq tx-sender of) (is-eq tx-sender ADMIN)) (err u4)) (ft-burn? coin amount of)))`,
      `owner(${DEPLOYER}) by burn`,
    ],
    [
      'anyone, if another argument is checked',
      `(define-public (burn (amount uint) (of principal) (me principal)) (begin (asserts! (is-eq tx-sender me) (err u4)) (ft-burn? coin amount of)))`,
      'anyone by burn',
    ],
    [
      'no one, by a list of transfers',
      `(define-private (send (each { to: principal, amount: uint })) (transfer (get amount each) tx-sender (get to each) none))
      (define-public (send-many (all (list 9 { to: principal, amount: uint }))) (ok (map send all)))`,
      'no',
    ],
    [
      'no one, by a list of transfers with senders',
      `(define-private (send (each { of: principal, to: principal, amount: uint }) (before (response bool uint)))
        (begin (try! before) (transfer (get amount each) (get of each) (get to each) none)))
      (define-public (send-many (all (list 9 { of: principal, to: principal, amount: uint }))) (fold send all (ok true)))`,
      'no',
    ],
    [
      "unknown, if holders' allowances decide",
      `(define-map allowances { of: principal, by: principal } uint)
      (define-public (approve (by principal) (amount uint)) (ok (map-set allowances { of: tx-sender, by: by } amount)))
      (define-public (transfer-from (amount uint) (of principal) (to principal)) (begin
        (unwrap! (map-get? allowances { of: of, by: tx-sender }) (err u1)) (ft-transfer? coin amount of to)))`,
      'unknown by transfer-from',
    ],
    [
      'no one, if the contract pays from its own',
      '(define-public (claim (to principal)) (as-contract (ft-transfer? coin u1 tx-sender to)))',
      'no',
    ],
  ];
  it.each(cases)('%s', (_title, added, expected) => {
    expect(linesOf(tokenSource(added)).take).toBe(expected);
  });
});

describe('safetyFactsOf: who may change the metadata address', () => {
  const uri = '(define-read-only (get-token-uri) (ok (var-get token-uri)))';
  const URI_VAR = '(define-data-var token-uri (optional (string-utf8 256)) none)';
  const set = (guard: string) =>
    `(define-public (set-token-uri (to (string-utf8 256))) (begin ${guard} (var-set token-uri (some to)) (ok (print { notification: "token-metadata-update" }))))`;
  const cases: readonly (readonly [title: string, added: string, uri: string, expected: string])[] = [
    [
      'no one, if it is a constant',
      '',
      '(define-constant URI u"https://example.org") (define-read-only (get-token-uri) (ok (some URI)))',
      'no',
    ],
    ['no one, if nothing sets the variable', URI_VAR, uri, 'no'],
    [
      'the owner',
      `${URI_VAR} ${OWNER_VAR} ${SET_OWNER} ${set(IS_OWNER)}`,
      uri,
      'owner(owner) by set-token-uri',
    ],
    ['anyone', `${URI_VAR} ${set('')}`, uri, 'anyone by set-token-uri'],
    [
      'another contract that gives it',
      '',
      '(define-read-only (get-token-uri) (contract-call? .base get-token-uri))',
      `contract(${DEPLOYER}.base) by get-token-uri`,
    ],
    ['unknown, without the function', '', '', 'unknown'],
  ];
  it.each(cases)('%s', (_title, added, code, expected) => {
    expect(linesOf(tokenSource(added, { uri: code })).uri).toBe(expected);
  });
});

describe('safetyFactsOf', () => {
  it('finds nothing in a token with a fixed supply', () => {
    expect(linesOf(tokenSource())).toEqual(SAFE);
  });

  it('tells nothing of a source that cannot be read', () => {
    const facts = { ...factsOf(tokenSource()), source: `${tokenSource()} (` };
    expect(
      Object.values<{ readonly who: string }>({ ...safetyFactsOf(TOKEN, facts) }).map(({ who }) => who),
    ).toEqual(Object.values(UNKNOWN));
  });

  it('tells nothing if the contract has a function or an asset that the source does not define', () => {
    const facts = factsOf(tokenSource());
    for (const other of [
      { functions: new Map([...facts.functions, ['mint', 1]]) },
      { assets: ['coin', 'other'] },
    ]) {
      expect(safetyFactsOf(TOKEN, { ...facts, ...other }).mint.who).toBe('unknown');
    }
  });

  it('tells nothing of balances that a contract keeps without an asset of its own', () => {
    const source = `(define-map balances principal uint)
      (define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34)))) (ok (map-set balances to amount)))`;
    expect(linesOf(source)).toEqual(UNKNOWN);
  });

  it('tells nothing of code that is too long to follow', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, n) => `(define-private (f${n + 1}) (begin (f${n}) (f${n})))`,
    );
    const source = tokenSource(
      `(define-private (f0) true) ${doubling.join(' ')} (define-public (long) (ok (f40)))`,
    );
    expect(linesOf(source)).toEqual(UNKNOWN);
  });

  it('tells the powers over a bridged coin whose registry of contracts decides', () => {
    const source = `(define-fungible-token coin) (define-fungible-token coin-locked)
      (define-data-var token-uri (optional (string-utf8 256)) none)
      (define-constant ERR_CALLER (err u5))
      (define-read-only (is-protocol) (ok (asserts! (contract-call? .registry is-protocol contract-caller) ERR_CALLER)))
      (define-public (protocol-lock (amount uint) (of principal))
        (begin (try! (is-protocol)) (try! (ft-burn? coin amount of)) (ft-mint? coin-locked amount of)))
      (define-public (protocol-set-uri (to (optional (string-utf8 256)))) (begin (try! (is-protocol)) (ok (var-set token-uri to))))
      (define-private (mint-one (item { amount: uint, to: principal })) (ft-mint? coin (get amount item) (get to item)))
      (define-public (protocol-mint-many (all (list 200 { amount: uint, to: principal })))
        (begin (try! (is-protocol)) (ok (map mint-one all))))
      (define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34))))
        (begin (asserts! (or (is-eq tx-sender from) (is-eq contract-caller from)) (err u4)) (ft-transfer? coin amount from to)))
      (define-read-only (get-token-uri) (ok (var-get token-uri)))`;
    const registry = `contract(${DEPLOYER}.registry) by`;
    expect(linesOf(source)).toEqual({
      mint: `${registry} protocol-lock protocol-mint-many`,
      freeze: 'no',
      take: `${registry} protocol-lock`,
      uri: `${registry} protocol-set-uri`,
    });
  });

  it('tells the powers over a coin of a DAO, whose extensions list contracts that may mint', () => {
    const source = `(define-fungible-token coin)
      (define-map approved principal bool)
      (define-public (is-dao) (ok (asserts! (or (is-eq tx-sender .dao) (contract-call? .dao is-extension contract-caller)) (err u3000))))
      (define-private (is-approved) (ok (asserts! (default-to false (map-get? approved tx-sender)) (err u3000))))
      (define-public (approve (who principal) (on bool)) (begin (try! (is-dao)) (ok (map-set approved who on))))
      (define-public (dao-mint (amount uint) (to principal))
        (begin (asserts! (or (is-ok (is-dao)) (is-ok (is-approved))) (err u3000)) (ft-mint? coin amount to)))
      (define-public (mint (amount uint) (to principal)) (dao-mint amount to))
      (define-public (burn (amount uint) (of principal))
        (begin (asserts! (or (is-ok (is-dao)) (is-ok (is-approved))) (err u3000)) (ft-burn? coin amount of)))
      (define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34))))
        (begin (asserts! (is-eq tx-sender from) (err u4)) (ft-transfer? coin amount from to)))
      (define-read-only (get-token-uri) (ok (some u"https://example.org/coin.json")))`;
    expect(linesOf(source)).toEqual({
      mint: `owner(${DEPLOYER}.dao approved) by dao-mint mint`,
      freeze: 'no',
      take: `owner(${DEPLOYER}.dao approved) by burn`,
      uri: 'no',
    });
  });

  it('tells the powers over a coin that was made once and is sent to many at a time', () => {
    const source = tokenSource(
      `(define-constant CREATOR tx-sender) (define-data-var token-uri (optional (string-utf8 256)) none)
       (define-public (set-token-uri (to (string-utf8 256)))
         (if (is-eq tx-sender CREATOR) (ok (var-set token-uri (some to))) (err u1)))
       (define-public (send-many (all (list 200 { to: principal, amount: uint }))) (fold check-err (map send all) (ok true)))
       (define-private (check-err (result (response bool uint)) (prior (response bool uint))) (match prior okay result error (err error)))
       (define-private (send (each { to: principal, amount: uint })) (send-one (get amount each) (get to each)))
       (define-private (send-one (amount uint) (to principal)) (let ((sent (try! (transfer amount tx-sender to none)))) (ok sent)))`,
      { uri: '(define-read-only (get-token-uri) (ok (var-get token-uri)))' },
    );
    expect(linesOf(source)).toEqual({ ...SAFE, uri: `owner(${DEPLOYER}) by set-token-uri` });
  });
});
