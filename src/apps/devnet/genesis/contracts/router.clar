;; Executes a signed order over one to five vaults. Pays {{payout}}.

(use-trait sip-010-trait .traits.sip-010)
(use-trait subnet-trait .traits.subnet)
(use-trait vault-trait .traits.vault)

(define-constant SELF (as-contract tx-sender))
(define-constant INTENT "TRANSFER_TOKENS")
(define-constant ERR_NOT_SIGNER (err u403))

(define-public (x-swap-1
    (in { token: <subnet-trait>, amount: uint, signature: (buff 65), uuid: (string-ascii 36) })
    (hop-1 { vault: <vault-trait>, opcode: (buff 16) })
    (out { token: <sip-010-trait>, to: principal }))
  (let (
      (amount (try! (receive in (get to out))))
      (r1 (try! (swap amount hop-1)))
    )
    (try! (pay (get dy r1) out))
    (ok (list r1))
  )
)

(define-public (x-swap-2
    (in { token: <subnet-trait>, amount: uint, signature: (buff 65), uuid: (string-ascii 36) })
    (hop-1 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-2 { vault: <vault-trait>, opcode: (buff 16) })
    (out { token: <sip-010-trait>, to: principal }))
  (let (
      (amount (try! (receive in (get to out))))
      (r1 (try! (swap amount hop-1)))
      (r2 (try! (swap (get dy r1) hop-2)))
    )
    (try! (pay (get dy r2) out))
    (ok (list r1 r2))
  )
)

(define-public (x-swap-3
    (in { token: <subnet-trait>, amount: uint, signature: (buff 65), uuid: (string-ascii 36) })
    (hop-1 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-2 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-3 { vault: <vault-trait>, opcode: (buff 16) })
    (out { token: <sip-010-trait>, to: principal }))
  (let (
      (amount (try! (receive in (get to out))))
      (r1 (try! (swap amount hop-1)))
      (r2 (try! (swap (get dy r1) hop-2)))
      (r3 (try! (swap (get dy r2) hop-3)))
    )
    (try! (pay (get dy r3) out))
    (ok (list r1 r2 r3))
  )
)

(define-public (x-swap-4
    (in { token: <subnet-trait>, amount: uint, signature: (buff 65), uuid: (string-ascii 36) })
    (hop-1 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-2 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-3 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-4 { vault: <vault-trait>, opcode: (buff 16) })
    (out { token: <sip-010-trait>, to: principal }))
  (let (
      (amount (try! (receive in (get to out))))
      (r1 (try! (swap amount hop-1)))
      (r2 (try! (swap (get dy r1) hop-2)))
      (r3 (try! (swap (get dy r2) hop-3)))
      (r4 (try! (swap (get dy r3) hop-4)))
    )
    (try! (pay (get dy r4) out))
    (ok (list r1 r2 r3 r4))
  )
)

(define-public (x-swap-5
    (in { token: <subnet-trait>, amount: uint, signature: (buff 65), uuid: (string-ascii 36) })
    (hop-1 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-2 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-3 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-4 { vault: <vault-trait>, opcode: (buff 16) })
    (hop-5 { vault: <vault-trait>, opcode: (buff 16) })
    (out { token: <sip-010-trait>, to: principal }))
  (let (
      (amount (try! (receive in (get to out))))
      (r1 (try! (swap amount hop-1)))
      (r2 (try! (swap (get dy r1) hop-2)))
      (r3 (try! (swap (get dy r2) hop-3)))
      (r4 (try! (swap (get dy r3) hop-4)))
      (r5 (try! (swap (get dy r4) hop-5)))
    )
    (try! (pay (get dy r5) out))
    (ok (list r1 r2 r3 r4 r5))
  )
)

;; Moves the signer's subnet balance to this router, which is the signature's target.
(define-private (receive
    (in { token: <subnet-trait>, amount: uint, signature: (buff 65), uuid: (string-ascii 36) })
    (to principal))
  (let ((token (get token in)) (amount (get amount in)) (signature (get signature in)) (uuid (get uuid in)))
    (asserts! (or {{pays-recipient}}) ERR_NOT_SIGNER)
    (try! (contract-call? token x-transfer signature amount uuid SELF))
    (ok amount)
  )
)

(define-private (swap (amount uint) (hop { vault: <vault-trait>, opcode: (buff 16) }))
  (let ((vault (get vault hop)))
    (as-contract (contract-call? vault execute amount (some (get opcode hop))))
  )
)

(define-private (pay (amount uint) (out { token: <sip-010-trait>, to: principal }))
  (let ((token (get token out)))
    (as-contract (contract-call? token transfer amount SELF (get to out) none))
  )
)
