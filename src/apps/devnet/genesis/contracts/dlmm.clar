;; {{name}}: a pool of {{token-a}} (X) and {{token-b}} (Y) whose liquidity lies in bins. Each bin has a price of its own (Y per X, in fixed
;; point with 8 decimals), a quarter of a percent above the bin below. A swap empties the active bin at its price and moves on to
;; the next one; bins below the active one hold Y alone, those above X alone. The fee leaves the input, rounded up, and stays in
;; the bin. A swap walks to the last bin and is refused beyond it; a quote walks eight bins, which is what a read may cost.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant BPS u10000)
(define-constant FEE u{{fee-bps}})
(define-constant SCALE u100000000)
(define-constant STEP u10025)
(define-constant CENTER u11)
;; The active bin and those on one side of it.
(define-constant PER_SIDE u11)
(define-constant BELOW (list u1 u2 u3 u4 u5 u6 u7 u8 u9 u10))
(define-constant BINS (list u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 u14 u15 u16 u17 u18 u19 u20 u21))
(define-constant READABLE (list u1 u2 u3 u4 u5 u6 u7 u8))
(define-constant ERR_NOT_AUTHORIZED (err u4))
(define-constant ERR_NO_LIQUIDITY (err u1022))

(define-data-var active uint CENTER)
(define-map bins uint { price: uint, x: uint, y: uint })

(define-public (swap-x-for-y (amount uint))
  (let ((trader tx-sender) (end (fold take-y BINS (start amount))))
    (try! (finish end))
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get out end) SELF trader none)))
    (ok { dx: amount, dy: (get out end), dk: u0 })
  )
)

(define-public (swap-y-for-x (amount uint))
  (let ((trader tx-sender) (end (fold take-x BINS (start amount))))
    (try! (finish end))
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer (get out end) SELF trader none)))
    (ok { dx: amount, dy: (get out end), dk: u0 })
  )
)

(define-read-only (quote-x-for-y (amount uint))
  (shown amount (fold pass-y READABLE (start amount)))
)

(define-read-only (quote-y-for-x (amount uint))
  (shown amount (fold pass-x READABLE (start amount)))
)

(define-read-only (get-reserves)
  {
    x: (unwrap-panic (contract-call? .{{token-a}} get-balance SELF)),
    y: (unwrap-panic (contract-call? .{{token-b}} get-balance SELF))
  }
)

;; What the pool says about itself.
(define-read-only (get-pool)
  (ok { x-token: .{{token-a}}, y-token: .{{token-b}}, active-bin-id: (var-get active) })
)

(define-read-only (get-active-bin) (var-get active))

(define-read-only (get-bin (id uint)) (map-get? bins id))

(define-private (start (amount uint)) { left: amount, out: u0, bin: (var-get active) })

(define-private (finish (end { left: uint, out: uint, bin: uint }))
  (begin
    (asserts! (and (is-eq (get left end) u0) (> (get out end) u0)) ERR_NO_LIQUIDITY)
    (ok (var-set active (get bin end)))
  )
)

;; 0 beyond the last bin; no answer at all when more bins follow.
(define-private (shown (amount uint) (end { left: uint, out: uint, bin: uint }))
  (if (is-eq (get left end) u0) { dx: amount, dy: (get out end), dk: u0 }
    (begin
      (unwrap-panic (if (is-none (map-get? bins (get bin end))) (some true) none))
      { dx: amount, dy: u0, dk: u0 }))
)

;; What a bin that holds `held` takes of the input and pays for it, at `price` over `scale`.
(define-private (fill (left uint) (held uint) (price uint) (scale uint))
  (let ((whole (ceil-div (* (ceil-div (* held scale) price) BPS) (- BPS FEE))))
    (if (>= left whole) { in: whole, out: held }
      { in: left, out: (/ (* (- left (ceil-div (* left FEE) BPS)) price) scale) })
  )
)

(define-private (pass-y (step uint) (at { left: uint, out: uint, bin: uint }))
  (match (next-bin at) bin
    (below at (fill (get left at) (get y bin) (get price bin) SCALE))
    at)
)

(define-private (pass-x (step uint) (at { left: uint, out: uint, bin: uint }))
  (match (next-bin at) bin
    (above at (fill (get left at) (get x bin) SCALE (get price bin)))
    at)
)

(define-private (take-y (step uint) (at { left: uint, out: uint, bin: uint }))
  (match (next-bin at) bin
    (let ((filled (fill (get left at) (get y bin) (get price bin) SCALE)))
      (map-set bins (get bin at)
        (merge bin { x: (+ (get x bin) (get in filled)), y: (- (get y bin) (get out filled)) }))
      (below at filled))
    at)
)

(define-private (take-x (step uint) (at { left: uint, out: uint, bin: uint }))
  (match (next-bin at) bin
    (let ((filled (fill (get left at) (get x bin) SCALE (get price bin))))
      (map-set bins (get bin at)
        (merge bin { x: (- (get x bin) (get out filled)), y: (+ (get y bin) (get in filled)) }))
      (above at filled))
    at)
)

;; None when all of the input is used, and beyond the last bin.
(define-private (next-bin (at { left: uint, out: uint, bin: uint }))
  (if (is-eq (get left at) u0) none (map-get? bins (get bin at)))
)

(define-private (below (at { left: uint, out: uint, bin: uint }) (filled { in: uint, out: uint }))
  (let ((left (- (get left at) (get in filled))) (bin (get bin at)))
    { left: left, out: (+ (get out at) (get out filled)), bin: (if (is-eq left u0) bin (- bin u1)) }
  )
)

(define-private (above (at { left: uint, out: uint, bin: uint }) (filled { in: uint, out: uint }))
  (let ((left (- (get left at) (get in filled))) (bin (get bin at)))
    { left: left, out: (+ (get out at) (get out filled)), bin: (if (is-eq left u0) bin (+ bin u1)) }
  )
)

(define-private (ceil-div (dividend uint) (divisor uint))
  (/ (+ dividend (- divisor u1)) divisor)
)

;; Spreads both sides evenly over the active bin and those beyond it. Only the deployer can fund the pool, once.
(define-public (seed (x uint) (y uint))
  (let (
      (per-x (/ x PER_SIDE))
      (per-y (/ y PER_SIDE))
      (lowest (get price (fold lower BELOW { price: (/ (* y SCALE) x) })))
    )
    (asserts! (and (is-eq tx-sender DEPLOYER) (is-none (map-get? bins CENTER))) ERR_NOT_AUTHORIZED)
    (fold seed-bin BINS { price: lowest, x: per-x, y: per-y })
    (try! (contract-call? .{{token-a}} transfer (* per-x PER_SIDE) tx-sender SELF none))
    (contract-call? .{{token-b}} transfer (* per-y PER_SIDE) tx-sender SELF none)
  )
)

(define-private (lower (bin uint) (at { price: uint }))
  { price: (/ (* (get price at) BPS) STEP) }
)

(define-private (seed-bin (bin uint) (at { price: uint, x: uint, y: uint }))
  (begin
    (map-set bins bin (merge at {
      x: (if (< bin CENTER) u0 (get x at)),
      y: (if (> bin CENTER) u0 (get y at))
    }))
    (merge at { price: (/ (* (get price at) STEP) BPS) })
  )
)
