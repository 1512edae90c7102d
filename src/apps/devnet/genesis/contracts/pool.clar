;; {{name}}: a constant product pool of {{token-a}} (A) and {{token-b}} (B). It is also the SIP-010 token of its shares.
;; The fee reduces the input that counts for the price; the whole input stays in the pool.

(impl-trait .traits.sip-010)
(impl-trait .traits.vault)

(define-fungible-token {{identifier}})

(define-constant DEPLOYER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant FEE_PPM u{{fee-ppm}})
(define-constant ONE u1000000)
(define-constant ANSWERS_RESERVES {{answers-reserves}})

(define-constant OP_A_TO_B 0x00)
(define-constant OP_B_TO_A 0x01)
(define-constant OP_ADD 0x02)
(define-constant OP_REMOVE 0x03)
(define-constant OP_RESERVES 0x04)

(define-constant ERR_NOT_AUTHORIZED (err u4))
(define-constant ERR_INVALID_OPCODE (err u400))
(define-constant ERR_EMPTY (err u402))

(define-public (execute (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)))
    (if (is-eq operation OP_A_TO_B) (swap-a-to-b amount)
      (if (is-eq operation OP_B_TO_A) (swap-b-to-a amount)
        (if (is-eq operation OP_ADD) (add-liquidity amount)
          (if (is-eq operation OP_REMOVE) (remove-liquidity amount)
            ERR_INVALID_OPCODE))))
  )
)

(define-read-only (quote (amount uint) (opcode (optional (buff 16))))
  (let ((operation (get-byte opcode)) (a (reserve-a)) (b (reserve-b)))
    (if (is-eq operation OP_A_TO_B) (ok (swap-quote amount a b))
      (if (is-eq operation OP_B_TO_A) (ok (swap-quote amount b a))
        (if (is-eq operation OP_ADD) (add-quote amount a b)
          (if (is-eq operation OP_REMOVE) (remove-quote amount a b)
            (if (and ANSWERS_RESERVES (is-eq operation OP_RESERVES))
              (ok { dx: a, dy: b, dk: (ft-get-supply {{identifier}}) })
              ERR_INVALID_OPCODE)))))
  )
)

(define-private (swap-a-to-b (amount uint))
  (let ((trader tx-sender) (delta (swap-quote amount (reserve-a) (reserve-b))))
    (try! (contract-call? .{{token-a}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF trader none)))
    (ok delta)
  )
)

(define-private (swap-b-to-a (amount uint))
  (let ((trader tx-sender) (delta (swap-quote amount (reserve-b) (reserve-a))))
    (try! (contract-call? .{{token-b}} transfer amount trader SELF none))
    (try! (as-contract (contract-call? .{{token-a}} transfer (get dy delta) SELF trader none)))
    (ok delta)
  )
)

;; amount is the number of shares to mint; both sides are paid in proportion, rounded up.
(define-private (add-liquidity (amount uint))
  (let ((delta (try! (add-quote amount (reserve-a) (reserve-b)))))
    (try! (contract-call? .{{token-a}} transfer (get dx delta) tx-sender SELF none))
    (try! (contract-call? .{{token-b}} transfer (get dy delta) tx-sender SELF none))
    (try! (ft-mint? {{identifier}} amount tx-sender))
    (ok delta)
  )
)

;; amount is the number of shares to burn; both sides are returned in proportion, rounded down.
(define-private (remove-liquidity (amount uint))
  (let ((owner tx-sender) (delta (try! (remove-quote amount (reserve-a) (reserve-b)))))
    (try! (ft-burn? {{identifier}} amount owner))
    (try! (as-contract (contract-call? .{{token-a}} transfer (get dx delta) SELF owner none)))
    (try! (as-contract (contract-call? .{{token-b}} transfer (get dy delta) SELF owner none)))
    (ok delta)
  )
)

(define-private (swap-quote (amount uint) (x uint) (y uint))
  (let ((dx (/ (* amount (- ONE FEE_PPM)) ONE)))
    { dx: dx, dy: (if (is-eq dx u0) u0 (/ (* dx y) (+ x dx))), dk: u0 }
  )
)

(define-private (add-quote (amount uint) (a uint) (b uint))
  (let ((shares (ft-get-supply {{identifier}})))
    (asserts! (> shares u0) ERR_EMPTY)
    (ok { dx: (divide-up (* amount a) shares), dy: (divide-up (* amount b) shares), dk: amount })
  )
)

(define-private (remove-quote (amount uint) (a uint) (b uint))
  (let ((shares (ft-get-supply {{identifier}})))
    (asserts! (> shares u0) ERR_EMPTY)
    (ok { dx: (/ (* amount a) shares), dy: (/ (* amount b) shares), dk: amount })
  )
)

(define-private (divide-up (numerator uint) (denominator uint))
  (/ (+ numerator (- denominator u1)) denominator)
)

(define-private (reserve-a) (unwrap-panic (contract-call? .{{token-a}} get-balance SELF)))
(define-private (reserve-b) (unwrap-panic (contract-call? .{{token-b}} get-balance SELF)))

(define-private (get-byte (opcode (optional (buff 16))))
  (default-to 0x00 (element-at? (default-to 0x00 opcode) u0))
)

;; The first deposit sets the price. Only the deployer can make it, once.
(define-public (seed (a uint) (b uint))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) ERR_NOT_AUTHORIZED)
    (asserts! (is-eq (ft-get-supply {{identifier}}) u0) ERR_NOT_AUTHORIZED)
    (try! (contract-call? .{{token-a}} transfer a tx-sender SELF none))
    (try! (contract-call? .{{token-b}} transfer b tx-sender SELF none))
    (ft-mint? {{identifier}} (sqrti (* a b)) tx-sender)
  )
)

(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) ERR_NOT_AUTHORIZED)
    (try! (ft-transfer? {{identifier}} amount sender recipient))
    (match memo text (begin (print text) (ok true)) (ok true))
  )
)

(define-read-only (get-name) (ok "{{name}}"))
(define-read-only (get-symbol) (ok "{{symbol}}"))
(define-read-only (get-decimals) (ok u6))
(define-read-only (get-balance (account principal)) (ok (ft-get-balance {{identifier}} account)))
(define-read-only (get-total-supply) (ok (ft-get-supply {{identifier}})))
(define-read-only (get-token-uri) (ok none))
