;; {{name}}: pairs of tokens. 0.3% of the input stays with the pair, then x * y stays the same. A pair of STX exchanges a wrapped
;; STX: it mints it to the trader when STX goes in and burns the trader's when STX comes out.

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-private (find-dy (amount uint) (in uint) (out uint))
  (let ((dx (/ (* u997 amount) u1000)))
    { dx: amount, dy: (/ (* out dx) (+ in dx)), dk: u0 }
  )
)

;; Every STX that this contract holds is a wrapped one of the trader or of a pair.
(define-private (wrap (amount uint) (trader principal))
  (begin
    (try! (stx-transfer? amount trader SELF))
    (contract-call? .{{wrapped-stx}} mint amount trader)
  )
)

(define-private (unwrap (amount uint) (trader principal))
  (begin
    (try! (contract-call? .{{wrapped-stx}} burn amount trader))
    (as-contract (stx-transfer? amount SELF trader))
  )
)

;; ---- pair ----
;; The pair of {{token-x}} (X) and {{token-b}} (Y).
(define-data-var reserve-x{{pair}} uint u0)
(define-data-var reserve-y{{pair}} uint u0)

(define-public (swap-x-for-y{{pair}} (amount uint))
  (let ((trader tx-sender) (delta (quote-x-for-y{{pair}} amount)) (dy (get dy delta)))
    (and {{wraps-stx}} (try! (wrap amount trader)))
    (try! (contract-call? .{{token-x}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer dy SELF trader none)))
    (move{{pair}} amount u0 u0 dy)
    (ok delta)
  )
)

(define-public (swap-y-for-x{{pair}} (amount uint))
  (let ((trader tx-sender) (delta (quote-y-for-x{{pair}} amount)) (dy (get dy delta)))
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-x}} transfer dy SELF trader none)))
    (and {{wraps-stx}} (try! (unwrap dy trader)))
    (move{{pair}} u0 dy amount u0)
    (ok delta)
  )
)

(define-read-only (quote-x-for-y{{pair}} (amount uint))
  (find-dy amount (var-get reserve-x{{pair}}) (var-get reserve-y{{pair}}))
)

(define-read-only (quote-y-for-x{{pair}} (amount uint))
  (find-dy amount (var-get reserve-y{{pair}}) (var-get reserve-x{{pair}}))
)

(define-read-only (get-reserves{{pair}}) { x: (var-get reserve-x{{pair}}), y: (var-get reserve-y{{pair}}) })

;; What the contract says about the pair.
(define-read-only (get-pair-details{{pair}} (token-x principal) (token-y principal))
  (ok
    (if (and (is-eq token-x .{{token-x}}) (is-eq token-y .{{token-b}}))
      (some {
        balance-x: (var-get reserve-x{{pair}}), balance-y: (var-get reserve-y{{pair}}),
        fee-balance-x: u0, fee-balance-y: u0
      })
      none)
  )
)

(define-private (move{{pair}} (x-in uint) (x-out uint) (y-in uint) (y-out uint))
  (begin
    (var-set reserve-x{{pair}} (- (+ (var-get reserve-x{{pair}}) x-in) x-out))
    (var-set reserve-y{{pair}} (- (+ (var-get reserve-y{{pair}}) y-in) y-out))
  )
)

;; Only the deployer can fund the pair.
(define-public (seed{{pair}} (x uint) (y uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (and {{wraps-stx}} (try! (wrap x tx-sender)))
    (move{{pair}} x u0 y u0)
    (try! (contract-call? .{{token-x}} transfer x tx-sender SELF none))
    (contract-call? .{{token-b}} transfer y tx-sender SELF none)
  )
)
