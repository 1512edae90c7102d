;; {{name}}: holds {{base}} 1:1 and transfers it on signatures. It defines no fungible asset.

(impl-trait .traits.sip-010)
(impl-trait .traits.subnet)

(define-constant INTENT "TRANSFER_TOKENS")
(define-constant ERR_INSUFFICIENT_BALANCE (err u1))
(define-constant ERR_SAME_ACCOUNT (err u2))
(define-constant ERR_ZERO_AMOUNT (err u3))
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-map balances principal uint)
(define-data-var supply uint u0)

(define-public (deposit (amount uint) (recipient (optional principal)))
  (let ((account (default-to tx-sender recipient)))
    (try! (contract-call? .{{base}} transfer amount tx-sender (as-contract tx-sender) none))
    (credit account amount)
    (var-set supply (+ (var-get supply) amount))
    (print { event: "deposit", account: account, amount: amount })
    (ok true)
  )
)

(define-public (withdraw (amount uint) (recipient (optional principal)))
  (let ((owner tx-sender) (account (default-to tx-sender recipient)))
    (try! (debit owner amount))
    (var-set supply (- (var-get supply) amount))
    (try! (as-contract (contract-call? .{{base}} transfer amount tx-sender account none)))
    (print { event: "withdraw", account: owner, recipient: account, amount: amount })
    (ok true)
  )
)

;; Moves the signer's balance to `to`, the signed target. Anyone may submit it, once.
(define-public (x-transfer (signature (buff 65)) (amount uint) (uuid (string-ascii 36)) (to principal))
  (let ((signer (try! (contract-call? .{{verifier}} execute signature INTENT none (some amount) (some to) uuid))))
    (move amount signer to)
  )
)

(define-read-only (signer-of (signature (buff 65)) (amount uint) (uuid (string-ascii 36)) (to principal))
  (contract-call? .{{verifier}} recover signature (as-contract tx-sender) INTENT none (some amount) (some to) uuid)
)

(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) ERR_NOT_AUTHORIZED)
    (try! (move amount sender recipient))
    (match memo text (begin (print text) (ok true)) (ok true))
  )
)

(define-private (move (amount uint) (sender principal) (recipient principal))
  (begin
    (asserts! (not (is-eq sender recipient)) ERR_SAME_ACCOUNT)
    (try! (debit sender amount))
    (credit recipient amount)
    (print { event: "transfer", sender: sender, recipient: recipient, amount: amount })
    (ok true)
  )
)

(define-private (debit (account principal) (amount uint))
  (let ((balance (balance-of account)))
    (asserts! (> amount u0) ERR_ZERO_AMOUNT)
    (asserts! (>= balance amount) ERR_INSUFFICIENT_BALANCE)
    (ok (map-set balances account (- balance amount)))
  )
)

(define-private (credit (account principal) (amount uint))
  (map-set balances account (+ (balance-of account) amount))
)

(define-read-only (balance-of (account principal)) (default-to u0 (map-get? balances account)))
(define-read-only (get-balance (account principal)) (ok (balance-of account)))
(define-read-only (get-total-supply) (ok (var-get supply)))
(define-read-only (get-name) (contract-call? .{{base}} get-name))
(define-read-only (get-symbol) (contract-call? .{{base}} get-symbol))
(define-read-only (get-decimals) (contract-call? .{{base}} get-decimals))
(define-read-only (get-token-uri) (contract-call? .{{base}} get-token-uri))
