;; {{name}}: univ2 pools. The fee leaves the input first, then x * y stays the same. The operator's part of the fee is sent on
;; to the fee contract within the swap; the rest stays in the pool.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-private (fee-of (amount uint)) (get protocol (contract-call? .velar-fees calc-fees amount)))

(define-private (find-dy (amount uint) (in uint) (out uint))
  (let ((adjusted (get adjusted (contract-call? .velar-fees calc-fees amount))))
    { dx: amount, dy: (/ (* out adjusted) (+ in adjusted)), dk: u0 }
  )
)

;; ---- pair ----
;; The pool of {{token-a}} (X) and {{token-b}} (Y).
(define-data-var reserve-x{{pair}} uint u0)
(define-data-var reserve-y{{pair}} uint u0)

(define-public (swap-x-for-y{{pair}} (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y{{pair}} amount)) (fee (fee-of amount)))
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF trader none)))
    (and (> fee u0) (try! (as-contract (contract-call? .{{token-a}} transfer fee SELF .velar-fees none))))
    (move{{pair}} (- amount fee) u0 u0 (get dy delta))
    (ok delta)
  )
)

(define-public (swap-y-for-x{{pair}} (amount uint))
  (let ((trader tx-sender) (delta (quote-y-for-x{{pair}} amount)) (fee (fee-of amount)))
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer (get dy delta) SELF trader none)))
    (and (> fee u0) (try! (as-contract (contract-call? .{{token-b}} transfer fee SELF .velar-fees none))))
    (move{{pair}} u0 (get dy delta) (- amount fee) u0)
    (ok delta)
  )
)

(define-read-only (quote-x-for-y{{pair}} (amount uint))
  (let ((held (get-reserves{{pair}}))) (find-dy amount (get x held) (get y held)))
)

(define-read-only (quote-y-for-x{{pair}} (amount uint))
  (let ((held (get-reserves{{pair}}))) (find-dy amount (get y held) (get x held)))
)

(define-read-only (get-reserves{{pair}}) { x: (var-get reserve-x{{pair}}), y: (var-get reserve-y{{pair}}) })

;; What the contract says about the pool.
(define-read-only (do-get-pool{{pair}})
  {
    token0: .{{token-a}}, token1: .{{token-b}},
    reserve0: (var-get reserve-x{{pair}}), reserve1: (var-get reserve-y{{pair}})
  }
)

(define-private (move{{pair}} (x-in uint) (x-out uint) (y-in uint) (y-out uint))
  (begin
    (var-set reserve-x{{pair}} (- (+ (var-get reserve-x{{pair}}) x-in) x-out))
    (var-set reserve-y{{pair}} (- (+ (var-get reserve-y{{pair}}) y-in) y-out))
  )
)

;; Only the deployer can fund the pool.
(define-public (seed{{pair}} (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (move{{pair}} x u0 y u0)
    (try! (contract-call? .{{token-a}} transfer x tx-sender SELF none))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
