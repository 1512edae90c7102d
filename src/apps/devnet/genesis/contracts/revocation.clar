;; Part of the verifier whose spent uuids belong to their signers.

(define-constant ERR_NOT_DIRECT (err u403001))

;; Spends one of the caller's own uuids, so that nothing signed with it can run. Only a direct call counts: a contract that the
;; caller uses cannot spend them.
(define-public (revoke (uuid (string-ascii 36)))
  (begin
    (asserts! (is-eq tx-sender contract-caller) ERR_NOT_DIRECT)
    (asserts! (map-insert spent { signer: tx-sender, uuid: uuid } true) ERR_UUID_SPENT)
    (print { event: "revoke", signer: tx-sender, uuid: uuid })
    (ok true)
  )
)
