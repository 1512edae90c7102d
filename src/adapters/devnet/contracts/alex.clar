;; {{name}}: a pool of {{token-a}} (X) and {{token-b}} (Y) in fixed point with 8 decimals; both tokens have 6. The fee leaves the input
;; first, rounded up. The curve is flatter than x * y: it adds reserves that do not exist, and ends where the real ones do, so
;; the reserves say nothing about the price. An input that would pass that end is refused, and its quote is 0.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant ONE u1000000)
(define-constant SCALE u100)
(define-constant FEE_PPM u{{fee-ppm}})
(define-constant TIMES u4)
(define-constant ERR_NOT_AUTHORIZED (err u4))
(define-constant ERR_REFUSED (err u2003))

(define-data-var virtual-x uint u0)
(define-data-var virtual-y uint u0)

(define-public (swap-x-for-y (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y amount)))
    (asserts! (> (get dy delta) u0) ERR_REFUSED)
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF trader none)))
    (ok delta)
  )
)

(define-public (swap-y-for-x (amount uint))
  (let ((trader tx-sender) (delta (quote-y-for-x amount)))
    (asserts! (> (get dy delta) u0) ERR_REFUSED)
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer (get dy delta) SELF trader none)))
    (ok delta)
  )
)

(define-read-only (quote-x-for-y (amount uint))
  (let ((held (get-reserves)))
    (find-dy amount (+ (get x held) (var-get virtual-x)) (get y held) (var-get virtual-y))
  )
)

(define-read-only (quote-y-for-x (amount uint))
  (let ((held (get-reserves)))
    (find-dy amount (+ (get y held) (var-get virtual-y)) (get x held) (var-get virtual-x))
  )
)

(define-read-only (get-reserves)
  {
    x: (unwrap-panic (contract-call? .{{token-a}} get-balance SELF)),
    y: (unwrap-panic (contract-call? .{{token-b}} get-balance SELF))
  }
)

(define-private (find-dy (amount uint) (in uint) (out uint) (virtual-out uint))
  (let (
      (fixed (* amount SCALE))
      (fee (/ (+ (* fixed FEE_PPM) (- ONE u1)) ONE))
      (dx (- fixed fee))
      (dy (/ (* (* (+ out virtual-out) SCALE) dx) (+ (* in SCALE) dx)))
    )
    { dx: amount, dy: (if (< dy (* out SCALE)) (/ dy SCALE) u0), dk: u0 }
  )
)

;; The first deposit sets the price and the flatness. Only the deployer can make it.
(define-public (seed (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (var-set virtual-x (* x TIMES))
    (var-set virtual-y (* y TIMES))
    (try! (contract-call? .{{token-a}} transfer x tx-sender SELF none))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
