;; {{name}}: moves {{base}} in and out of its subnet copy, 1:1 and without a fee.

(impl-trait .traits.vault)

(define-constant OP_DEPOSIT 0x05)
(define-constant OP_WITHDRAW 0x06)
(define-constant OP_RESERVES 0x04)
(define-constant ERR_INVALID_OPCODE (err u400))

(define-public (execute (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)))
    (if (is-eq operation OP_DEPOSIT)
      (begin
        (try! (contract-call? .{{subnet}} deposit amount none))
        (ok (even amount)))
      (if (is-eq operation OP_WITHDRAW)
        (begin
          (try! (contract-call? .{{subnet}} withdraw amount none))
          (ok (even amount)))
        ERR_INVALID_OPCODE))
  )
)

(define-read-only (quote (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)))
    (if (or (is-eq operation OP_DEPOSIT) (is-eq operation OP_WITHDRAW))
      (ok (even amount))
      (if (is-eq operation OP_RESERVES)
        (let ((held (unwrap-panic (contract-call? .{{subnet}} get-total-supply))))
          (ok { dx: held, dy: held, dk: u0 }))
        ERR_INVALID_OPCODE))
  )
)

(define-private (even (amount uint)) { dx: amount, dy: amount, dk: u0 })

(define-private (get-byte (opcode (optional (buff 16))))
  (default-to 0x00 (element-at? (default-to 0x00 opcode) u0))
)
