// A number of MPFR that frees itself.
#pragma once

#include <mpfr.h>

namespace tessera::accuracy {

class Number {
  public:
    explicit Number(mpfr_prec_t bits) {
        keep_caches();
        mpfr_init2(value_, bits);
    }
    // Exactly this double.
    explicit Number(double x) : Number(mpfr_prec_t{53}) { mpfr_set_d(value_, x, MPFR_RNDN); }
    Number(const Number& other) : Number(mpfr_get_prec(other.value_)) { mpfr_set(value_, other.value_, MPFR_RNDN); }
    Number(Number&& other) noexcept : Number(mpfr_prec_t{MPFR_PREC_MIN}) { mpfr_swap(value_, other.value_); }
    Number& operator=(Number other) noexcept {
        mpfr_swap(value_, other.value_);
        return *this;
    }
    ~Number() { mpfr_clear(value_); }
    operator mpfr_ptr() { return value_; }
    operator mpfr_srcptr() const { return value_; }

  private:
    // MPFR keeps constants and freed numbers for each thread and leaves it to us to give them back.
    static void keep_caches() {
        struct Caches {
            ~Caches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
            void are_used() const {}
        };
        thread_local const Caches caches;
        caches.are_used();
    }
    mpfr_t value_;
};

}  // namespace tessera::accuracy
