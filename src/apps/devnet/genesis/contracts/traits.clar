;; The interfaces that the devnet's contracts share. SIP-010 is the published token standard.

(define-trait sip-010
  (
    (transfer (uint principal principal (optional (buff 34))) (response bool uint))
    (get-name () (response (string-ascii 32) uint))
    (get-symbol () (response (string-ascii 32) uint))
    (get-decimals () (response uint uint))
    (get-balance (principal) (response uint uint))
    (get-total-supply () (response uint uint))
    (get-token-uri () (response (optional (string-utf8 256)) uint))
  )
)

;; A subnet token, which moves on a signature. signer-of returns the signer without moving anything.
(define-trait subnet
  (
    (x-transfer ((buff 65) uint (string-ascii 36) principal) (response bool uint))
    (signer-of ((buff 65) uint (string-ascii 36) principal) (response principal uint))
  )
)

;; dx is the input, dy the output, dk the change in supply of the vault's share token.
(define-trait vault
  (
    (execute (uint (optional (buff 16))) (response { dx: uint, dy: uint, dk: uint } uint))
    (quote (uint (optional (buff 16))) (response { dx: uint, dy: uint, dk: uint } uint))
  )
)
