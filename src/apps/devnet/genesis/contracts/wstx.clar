;; STX with the SIP-010 interface: nothing is wrapped, transfer moves STX.

(impl-trait .traits.sip-010)

(define-constant ERR_NOT_AUTHORIZED (err u4))

(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) ERR_NOT_AUTHORIZED)
    (try! (stx-transfer? amount sender recipient))
    (match memo text (begin (print text) (ok true)) (ok true))
  )
)

(define-read-only (get-name) (ok "{{name}}"))
(define-read-only (get-symbol) (ok "{{symbol}}"))
(define-read-only (get-decimals) (ok u{{decimals}}))
(define-read-only (get-balance (account principal)) (ok (stx-get-balance account)))
(define-read-only (get-total-supply) (ok stx-liquid-supply))
(define-read-only (get-token-uri) (ok none))
