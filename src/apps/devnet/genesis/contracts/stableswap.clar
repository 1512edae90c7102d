;; {{name}}: a stableswap pool of {{token-a}} (X) and {{token-b}} (Y), which have equal decimals and about one price. The fee, in
;; basis points, leaves the input and stays in the pool. Quotes are a unit below what the swap pays, and 0 for what it refuses.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant BPS u10000)
(define-constant FEE u{{fee-bps}})
;; The amplification, times the number of coins.
(define-constant ANN u200)
(define-constant MAX_TIMES u10)
(define-constant STEPS (list u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 u14 u15 u16 u17 u18 u19 u20 u21 u22 u23 u24))
(define-constant ERR_NOT_AUTHORIZED (err u4))
(define-constant ERR_REFUSED (err u405))

(define-public (swap-x-for-y (amount uint))
  (let ((trader tx-sender) (held (get-reserves)) (dy (find-dy amount (get x held) (get y held))))
    (asserts! (> dy u0) ERR_REFUSED)
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer dy SELF trader none)))
    (ok { dx: amount, dy: dy, dk: u0 })
  )
)

(define-public (swap-y-for-x (amount uint))
  (let ((trader tx-sender) (held (get-reserves)) (dy (find-dy amount (get y held) (get x held))))
    (asserts! (> dy u0) ERR_REFUSED)
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer dy SELF trader none)))
    (ok { dx: amount, dy: dy, dk: u0 })
  )
)

(define-read-only (quote-x-for-y (amount uint))
  (let ((held (get-reserves))) (one-below amount (find-dy amount (get x held) (get y held))))
)

(define-read-only (quote-y-for-x (amount uint))
  (let ((held (get-reserves))) (one-below amount (find-dy amount (get y held) (get x held))))
)

(define-read-only (get-reserves)
  {
    x: (unwrap-panic (contract-call? .{{token-a}} get-balance SELF)),
    y: (unwrap-panic (contract-call? .{{token-b}} get-balance SELF))
  }
)

;; What the pool says about itself.
(define-read-only (get-pool)
  (let ((held (get-reserves)))
    (ok {
      x-token: .{{token-a}}, y-token: .{{token-b}},
      x-balance: (get x held), y-balance: (get y held),
      amplification-coefficient: (/ ANN u2)
    })
  )
)

(define-private (one-below (amount uint) (dy uint))
  { dx: amount, dy: (if (> dy u0) (- dy u1) u0), dk: u0 }
)

;; 0 for an input above ten times what the pool holds.
(define-private (find-dy (amount uint) (in uint) (out uint))
  (if (> amount (* in MAX_TIMES)) u0
    (let (
        (dx (- amount (/ (* amount FEE) BPS)))
        (left (find-y (+ in dx) (invariant in out)))
      )
      (if (< left out) (- out left) u0)))
)

(define-private (invariant (x uint) (y uint))
  (get d (fold d-step STEPS { d: (+ x y), s: (+ x y), x: x, y: y }))
)

(define-private (d-step (step uint) (at { d: uint, s: uint, x: uint, y: uint }))
  (let (
      (d (get d at))
      (dp (/ (* (/ (* d d) (* u2 (get x at))) d) (* u2 (get y at))))
    )
    (merge at { d: (/ (* (+ (* ANN (get s at)) (* u2 dp)) d) (+ (* (- ANN u1) d) (* u3 dp))) })
  )
)

(define-private (find-y (x uint) (d uint))
  (get y (fold y-step STEPS
    { y: d, b: (+ x (/ d ANN)), c: (/ (* (/ (* d d) (* u2 x)) d) (* u2 ANN)), d: d }))
)

(define-private (y-step (step uint) (at { y: uint, b: uint, c: uint, d: uint }))
  (let ((y (get y at)))
    (merge at { y: (/ (+ (* y y) (get c at)) (- (+ (* u2 y) (get b at)) (get d at))) })
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
