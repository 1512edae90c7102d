;; {{name}}: a pair of STX (X) and {{token-b}} (Y). 0.3% of the input stays with the pair, then x * y stays the same. The pair
;; itself exchanges a wrapped STX: it mints it to the trader when STX goes in and burns the trader's when STX comes out.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-public (swap-x-for-y (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y amount)))
    (try! (stx-transfer? amount trader SELF))
    (try! (contract-call? .wrapped-stx mint amount trader))
    (try! (contract-call? .wrapped-stx transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF trader none)))
    (ok delta)
  )
)

(define-public (swap-y-for-x (amount uint))
  (let ((trader tx-sender) (delta (quote-y-for-x amount)) (dy (get dy delta)))
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .wrapped-stx transfer dy SELF trader none)))
    (try! (contract-call? .wrapped-stx burn dy trader))
    (try! (as-contract (stx-transfer? dy SELF trader)))
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
    x: (unwrap-panic (contract-call? .wrapped-stx get-balance SELF)),
    y: (unwrap-panic (contract-call? .{{token-b}} get-balance SELF))
  }
)

(define-private (find-dy (amount uint) (in uint) (out uint))
  (let ((dx (/ (* u997 amount) u1000)))
    { dx: dx, dy: (/ (* out dx) (+ in dx)), dk: u0 }
  )
)

;; Only the deployer can fund the pair.
(define-public (seed (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (try! (stx-transfer? x tx-sender SELF))
    (try! (contract-call? .wrapped-stx mint x SELF))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
