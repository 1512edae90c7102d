;; The fees of the univ2 pools: what is left of an input to swap, and the part that is sent on to this contract.

(define-constant ONE u1000000)
(define-constant FEE_PPM u{{fee-ppm}})

;; A quarter of the fee is the operator's.
(define-read-only (calc-fees (amount uint))
  (let ((adjusted (/ (* amount (- ONE FEE_PPM)) ONE)))
    { adjusted: adjusted, protocol: (/ (- amount adjusted) u4) }
  )
)
