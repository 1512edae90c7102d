;; Verifies SIP-018 signatures of the domain {{domain}} and accepts each uuid once.

(define-constant SIP018_PREFIX 0x534950303138)
(define-constant ERR_INVALID_SIGNATURE (err u401000))
(define-constant ERR_CONSENSUS_BUFFER (err u422000))
(define-constant ERR_UUID_SPENT (err u409000))

(define-constant DOMAIN_HASH
  (sha256 (unwrap-panic (to-consensus-buff? { name: "BLAZE_PROTOCOL", version: "{{domain}}", chain-id: chain-id }))))

(define-map spent { {{spent-key}} } bool)

(define-read-only (message-hash
    (contract principal)
    (intent (string-ascii 32))
    (opcode (optional (buff 16)))
    (amount (optional uint))
    (target (optional principal))
    (uuid (string-ascii 36)))
  (match (to-consensus-buff?
      { contract: contract, intent: intent, opcode: opcode, amount: amount, target: target, uuid: uuid })
    message (ok (sha256 message))
    ERR_CONSENSUS_BUFFER
  )
)

;; The principal that signed; a signature over other data recovers a different principal.
(define-read-only (recover
    (signature (buff 65))
    (contract principal)
    (intent (string-ascii 32))
    (opcode (optional (buff 16)))
    (amount (optional uint))
    (target (optional principal))
    (uuid (string-ascii 36)))
  (let (
      (message (try! (message-hash contract intent opcode amount target uuid)))
      (digest (sha256 (concat SIP018_PREFIX (concat DOMAIN_HASH message))))
    )
    (match (secp256k1-recover? digest signature)
      public-key (match (principal-of? public-key) signer (ok signer) code ERR_INVALID_SIGNATURE)
      code ERR_INVALID_SIGNATURE
    )
  )
)

;; Whether the uuid is spent.
(define-read-only (check {{check-parameters}})
  (default-to false (map-get? spent { {{spent-entry}} }))
)

;; Called by the contract that is the signature's target. Spends the uuid and returns the signer.
(define-public (execute
    (signature (buff 65))
    (intent (string-ascii 32))
    (opcode (optional (buff 16)))
    (amount (optional uint))
    (target (optional principal))
    (uuid (string-ascii 36)))
  (let ((signer (try! (recover signature contract-caller intent opcode amount target uuid))))
    (asserts! (map-insert spent { {{spent-entry}} } true) ERR_UUID_SPENT)
    (ok signer)
  )
)
