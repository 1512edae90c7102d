;; {{name}}: the vault interface over {{pool}}, a pool of another exchange. It holds nothing and stays out of the way: the
;; caller and the pool exchange the tokens themselves.

(impl-trait .traits.vault)

(define-constant OP_A_TO_B 0x00)
(define-constant OP_B_TO_A 0x01)
(define-constant OP_RESERVES 0x04)
(define-constant ERR_INVALID_OPCODE (err u400))

(define-public (execute (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)))
    (if (is-eq operation OP_A_TO_B) ({{of-pool}}swap-x-for-y{{pair}} amount)
      (if (is-eq operation OP_B_TO_A) ({{of-pool}}swap-y-for-x{{pair}} amount)
        ERR_INVALID_OPCODE))
  )
)

(define-read-only (quote (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)))
    (if (is-eq operation OP_A_TO_B) (ok ({{of-pool}}quote-x-for-y{{pair}} amount))
      (if (is-eq operation OP_B_TO_A) (ok ({{of-pool}}quote-y-for-x{{pair}} amount))
        (if (is-eq operation OP_RESERVES)
          (let ((held ({{of-pool}}get-reserves{{pair}})))
            (ok { dx: (get x held), dy: (get y held), dk: u0 }))
          ERR_INVALID_OPCODE)))
  )
)

(define-private (get-byte (opcode (optional (buff 16))))
  (default-to 0x00 (element-at? (default-to 0x00 opcode) u0))
)
{{describe}}