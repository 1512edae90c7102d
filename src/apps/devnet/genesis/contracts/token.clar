;; {{name}}: a SIP-010 token that its deployer can mint.

(impl-trait .traits.sip-010)

(define-fungible-token {{identifier}})

(define-constant DEPLOYER tx-sender)
(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) ERR_NOT_AUTHORIZED)
    (try! (ft-transfer? {{identifier}} amount sender recipient))
    (match memo text (begin (print text) (ok true)) (ok true))
  )
)

(define-public (mint (amount uint) (recipient principal))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (ft-mint? {{identifier}} amount recipient)
  )
)

(define-read-only (get-name) (ok "{{name}}"))
(define-read-only (get-symbol) (ok "{{symbol}}"))
(define-read-only (get-decimals) (ok u{{decimals}}))
(define-read-only (get-balance (account principal)) (ok (ft-get-balance {{identifier}} account)))
(define-read-only (get-total-supply) (ok (ft-get-supply {{identifier}})))
(define-read-only (get-token-uri) (ok none))
