;; {{name}}: pools in fixed point with 8 decimals of tokens that have 6. The fee leaves the input first, rounded up. The curve is
;; flatter than x * y: it adds reserves that do not exist, and ends where the real ones do, so the reserves say nothing about the
;; price. An input that would pass that end is refused, and its quote is 0.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant ONE u1000000)
(define-constant SCALE u100)
(define-constant TIMES u4)
(define-constant ERR_NOT_AUTHORIZED (err u4))
(define-constant ERR_REFUSED (err u2003))
(define-constant ERR_NO_POOL (err u2001))

(define-private (find-dy (amount uint) (fee-ppm uint) (in uint) (out uint) (virtual-out uint))
  (let (
      (fixed (* amount SCALE))
      (fee (/ (+ (* fixed fee-ppm) (- ONE u1)) ONE))
      (dx (- fixed fee))
      (dy (/ (* (* (+ out virtual-out) SCALE) dx) (+ (* in SCALE) dx)))
    )
    { dx: amount, dy: (if (< dy (* out SCALE)) (/ dy SCALE) u0), dk: u0 }
  )
)

;; ---- pair ----
;; The pool of {{token-a}} (X) and {{token-b}} (Y).
(define-constant FEE_PPM{{pair}} u{{fee-ppm}})
(define-data-var reserve-x{{pair}} uint u0)
(define-data-var reserve-y{{pair}} uint u0)
(define-data-var virtual-x{{pair}} uint u0)
(define-data-var virtual-y{{pair}} uint u0)

(define-public (swap-x-for-y{{pair}} (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y{{pair}} amount)) (dy (get dy delta)))
    (asserts! (> dy u0) ERR_REFUSED)
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer dy SELF trader none)))
    (move{{pair}} amount u0 u0 dy)
    (ok delta)
  )
)

(define-public (swap-y-for-x{{pair}} (amount uint))
  (let ((trader tx-sender) (delta (quote-y-for-x{{pair}} amount)) (dy (get dy delta)))
    (asserts! (> dy u0) ERR_REFUSED)
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer dy SELF trader none)))
    (move{{pair}} u0 dy amount u0)
    (ok delta)
  )
)

(define-read-only (quote-x-for-y{{pair}} (amount uint))
  (let ((held (get-reserves{{pair}})))
    (find-dy amount FEE_PPM{{pair}} (+ (get x held) (var-get virtual-x{{pair}})) (get y held) (var-get virtual-y{{pair}}))
  )
)

(define-read-only (quote-y-for-x{{pair}} (amount uint))
  (let ((held (get-reserves{{pair}})))
    (find-dy amount FEE_PPM{{pair}} (+ (get y held) (var-get virtual-y{{pair}})) (get x held) (var-get virtual-x{{pair}}))
  )
)

(define-read-only (get-reserves{{pair}}) { x: (var-get reserve-x{{pair}}), y: (var-get reserve-y{{pair}}) })

;; What the contract says about the pool, its balances in 8 decimals.
(define-read-only (get-pool-details{{pair}} (token-x principal) (token-y principal) (factor uint))
  (if (and (is-eq token-x .{{token-a}}) (is-eq token-y .{{token-b}}))
    (ok {
      balance-x: (* (var-get reserve-x{{pair}}) (pow u10 (- u8 (unwrap-panic (contract-call? .{{token-a}} get-decimals))))),
      balance-y: (* (var-get reserve-y{{pair}}) (pow u10 (- u8 (unwrap-panic (contract-call? .{{token-b}} get-decimals))))),
      fee-rate-x: (* FEE_PPM{{pair}} u100), fee-rate-y: (* FEE_PPM{{pair}} u100)
    })
    ERR_NO_POOL)
)

(define-private (move{{pair}} (x-in uint) (x-out uint) (y-in uint) (y-out uint))
  (begin
    (var-set reserve-x{{pair}} (- (+ (var-get reserve-x{{pair}}) x-in) x-out))
    (var-set reserve-y{{pair}} (- (+ (var-get reserve-y{{pair}}) y-in) y-out))
  )
)

;; The first deposit sets the price and the flatness. Only the deployer can make it.
(define-public (seed{{pair}} (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (var-set virtual-x{{pair}} (* x TIMES))
    (var-set virtual-y{{pair}} (* y TIMES))
    (move{{pair}} x u0 y u0)
    (try! (contract-call? .{{token-a}} transfer x tx-sender SELF none))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
