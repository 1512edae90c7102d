;; STX as an asset of the Arkadiko pairs. Only the pair mints and burns it, one for each STX that it holds.

(impl-trait .traits.sip-010)

(define-fungible-token {{asset}})

(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-public (mint (amount uint) (recipient principal))
  (begin
    (asserts! (is-eq contract-caller .{{pool}}) ERR_NOT_AUTHORIZED)
    (ft-mint? {{asset}} amount recipient)
  )
)

(define-public (burn (amount uint) (owner principal))
  (begin
    (asserts! (is-eq contract-caller .{{pool}}) ERR_NOT_AUTHORIZED)
    (ft-burn? {{asset}} amount owner)
  )
)

(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) ERR_NOT_AUTHORIZED)
    (try! (ft-transfer? {{asset}} amount sender recipient))
    (match memo text (begin (print text) (ok true)) (ok true))
  )
)

(define-read-only (get-name) (ok "Wrapped STX"))
(define-read-only (get-symbol) (ok "wSTX"))
(define-read-only (get-decimals) (ok u6))
(define-read-only (get-balance (account principal)) (ok (ft-get-balance {{asset}} account)))
(define-read-only (get-total-supply) (ok (ft-get-supply {{asset}})))
(define-read-only (get-token-uri) (ok none))
