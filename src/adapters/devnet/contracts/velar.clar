;; {{name}}: a univ2 pool of {{token-a}} (X) and {{token-b}} (Y). The fee leaves the input first, then x * y stays the same.
;; The operator's part of the fee is sent on to the fee contract within the swap; the rest stays in the pool.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-public (swap-x-for-y (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y amount)) (fee (fee-of amount)))
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF trader none)))
    (and (> fee u0) (try! (as-contract (contract-call? .{{token-a}} transfer fee SELF .velar-fees none))))
    (ok delta)
  )
)

(define-public (swap-y-for-x (amount uint))
  (let ((trader tx-sender) (delta (quote-y-for-x amount)) (fee (fee-of amount)))
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer (get dy delta) SELF trader none)))
    (and (> fee u0) (try! (as-contract (contract-call? .{{token-b}} transfer fee SELF .velar-fees none))))
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

(define-private (find-dy (amount uint) (in uint) (out uint))
  (let ((adjusted (get adjusted (contract-call? .velar-fees calc-fees amount))))
    { dx: adjusted, dy: (/ (* out adjusted) (+ in adjusted)), dk: u0 }
  )
)

(define-private (fee-of (amount uint)) (get protocol (contract-call? .velar-fees calc-fees amount)))

;; Only the deployer can fund the pool.
(define-public (seed (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (try! (contract-call? .{{token-a}} transfer x tx-sender SELF none))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
