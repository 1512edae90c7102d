;; {{name}}: a pool of {{token-a}} (X) and {{token-b}} (Y) whose operator takes a tenth of a percent of X out of every swap: of
;; the input when X goes in, of the output when X comes out. The pool pays it out within the swap. The other part of the fee, 0.3%
;; of the input, stays in the pool.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant ONE u1000000)
(define-constant REBATE_PPM u3000)
(define-constant OPERATOR_PPM u1000)
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-public (swap-x-for-y (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y amount)))
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF trader none)))
    (try! (pay-out (operator-fee amount)))
    (ok delta)
  )
)

(define-public (swap-y-for-x (amount uint))
  (let ((trader tx-sender) (held (get-reserves)) (dy (find-dy amount (get y held) (get x held))) (fee (operator-fee dy)))
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer (- dy fee) SELF trader none)))
    (try! (pay-out fee))
    (ok { dx: amount, dy: (- dy fee), dk: u0 })
  )
)

(define-read-only (quote-x-for-y (amount uint))
  (let ((held (get-reserves)))
    { dx: amount, dy: (find-dy (- amount (operator-fee amount)) (get x held) (get y held)), dk: u0 }
  )
)

(define-read-only (quote-y-for-x (amount uint))
  (let ((held (get-reserves)) (dy (find-dy amount (get y held) (get x held))))
    { dx: amount, dy: (- dy (operator-fee dy)), dk: u0 }
  )
)

(define-read-only (get-reserves)
  {
    x: (unwrap-panic (contract-call? .{{token-a}} get-balance SELF)),
    y: (unwrap-panic (contract-call? .{{token-b}} get-balance SELF))
  }
)

(define-private (operator-fee (amount uint)) (/ (* amount OPERATOR_PPM) ONE))

(define-private (pay-out (fee uint))
  (if (> fee u0) (as-contract (contract-call? .{{token-a}} transfer fee SELF DEPLOYER none)) (ok true))
)

(define-private (find-dy (amount uint) (in uint) (out uint))
  (let ((dx (/ (* amount (- ONE REBATE_PPM)) ONE))) (/ (* out dx) (+ in dx)))
)

;; Only the deployer can fund the pool.
(define-public (seed (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (try! (contract-call? .{{token-a}} transfer x tx-sender SELF none))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
