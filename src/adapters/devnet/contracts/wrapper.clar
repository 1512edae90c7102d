;; {{name}}: the vault interface over {{pool}}, a pool of another exchange. It holds nothing and stays out of the way: the
;; caller and the pool exchange the tokens themselves.

(impl-trait .traits.vault)

(define-constant OP_A_TO_B 0x00)
(define-constant OP_B_TO_A 0x01)
(define-constant OP_RESERVES 0x04)
(define-constant ERR_INVALID_OPCODE (err u400))

(define-public (execute (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)))
    (if (is-eq operation OP_A_TO_B) (contract-call? .{{pool}} swap-x-for-y amount)
      (if (is-eq operation OP_B_TO_A) (contract-call? .{{pool}} swap-y-for-x amount)
        ERR_INVALID_OPCODE))
  )
)

(define-read-only (quote (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)))
    (if (is-eq operation OP_A_TO_B) (ok (contract-call? .{{pool}} quote-x-for-y amount))
      (if (is-eq operation OP_B_TO_A) (ok (contract-call? .{{pool}} quote-y-for-x amount))
        (if (is-eq operation OP_RESERVES)
          (let ((held (contract-call? .{{pool}} get-reserves)))
            (ok { dx: (get x held), dy: (get y held), dk: u0 }))
          ERR_INVALID_OPCODE)))
  )
)

(define-private (get-byte (opcode (optional (buff 16))))
  (default-to 0x00 (element-at? (default-to 0x00 opcode) u0))
)
