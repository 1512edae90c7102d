;; {{name}}: an XYK pool of {{token-a}} (X) and {{token-b}} (Y). Two fees in basis points leave the input, each rounded down
;; on its own; then x * y stays the same. The trader pays the operator's fee himself, beside what he sends to the pool.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant BPS u10000)
(define-constant PROTOCOL_FEE u{{protocol-fee-bps}})
(define-constant PROVIDER_FEE u{{provider-fee-bps}})
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-public (swap-x-for-y (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y amount)) (fee (/ (* amount PROTOCOL_FEE) BPS)))
    (try! (contract-call? .{{token-a}} transfer (- amount fee) trader SELF none))
    (and (> fee u0) (try! (contract-call? .{{token-a}} transfer fee trader DEPLOYER none)))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF trader none)))
    (ok delta)
  )
)

(define-public (swap-y-for-x (amount uint))
  (let ((trader tx-sender) (delta (quote-y-for-x amount)) (fee (/ (* amount PROTOCOL_FEE) BPS)))
    (try! (contract-call? .{{token-b}} transfer (- amount fee) trader SELF none))
    (and (> fee u0) (try! (contract-call? .{{token-b}} transfer fee trader DEPLOYER none)))
    (try! (as-contract (contract-call? .{{token-a}} transfer (get dy delta) SELF trader none)))
    (ok delta)
  )
)

(define-read-only (quote-x-for-y (amount uint))
  (let ((held (get-reserves))) (find-dy amount (get x held) (get y held)))
)

(define-read-only (quote-y-for-x (amount uint))
  (let ((held (get-reserves))) (find-dy amount (get y held) (get x held)))
)

(define-read-only (get-reserves)
  {
    x: (unwrap-panic (contract-call? .{{token-a}} get-balance SELF)),
    y: (unwrap-panic (contract-call? .{{token-b}} get-balance SELF))
  }
)

;; What the pool says about itself. Its fees are in basis points, for each token that goes in.
(define-read-only (get-pool)
  (let ((held (get-reserves)))
    (ok {
      x-token: .{{token-a}}, y-token: .{{token-b}},
      x-balance: (get x held), y-balance: (get y held),
      x-protocol-fee: PROTOCOL_FEE, x-provider-fee: PROVIDER_FEE,
      y-protocol-fee: PROTOCOL_FEE, y-provider-fee: PROVIDER_FEE
    })
  )
)

(define-private (find-dy (amount uint) (in uint) (out uint))
  (let ((dx (- amount (/ (* amount PROTOCOL_FEE) BPS) (/ (* amount PROVIDER_FEE) BPS))))
    { dx: amount, dy: (/ (* out dx) (+ in dx)), dk: u0 }
  )
)

;; Only the deployer can fund the pool.
(define-public (seed (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (try! (contract-call? .{{token-a}} transfer x tx-sender SELF none))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
