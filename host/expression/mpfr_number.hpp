// A number of MPFR that frees itself.
#pragma once

#include <mpfr.h>

namespace tessera::accuracy {

class Number {
  public:
    explicit Number(mpfr_prec_t bits) : value_(of_thread().taken(bits)) {}
    // Exactly this double.
    explicit Number(double x) : Number(mpfr_prec_t{53}) { mpfr_set_d(&value_, x, MPFR_RNDN); }
    Number(const Number& other) : Number(mpfr_get_prec(&other.value_)) { mpfr_set(&value_, &other.value_, MPFR_RNDN); }
    Number(Number&& other) noexcept : Number(mpfr_prec_t{MPFR_PREC_MIN}) { mpfr_swap(&value_, &other.value_); }
    Number& operator=(Number other) noexcept {
        mpfr_swap(&value_, &other.value_);
        return *this;
    }
    ~Number() { of_thread().give_back(value_); }
    operator mpfr_ptr() { return &value_; }
    operator mpfr_srcptr() const { return &value_; }

  private:
    // Numbers that are free again, a few of each precision in use: intervals take and free them by the million. MPFR
    // keeps constants for each thread and leaves it to us to give them back.
    class Kept {
      public:
        Kept() = default;
        Kept(const Kept&) = delete;
        ~Kept() {
            for (Shelf& shelf : shelves_)
                while (shelf.count != 0) mpfr_clear(&shelf.number[--shelf.count]);
            mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
        }
        __mpfr_struct taken(mpfr_prec_t bits) {
            Shelf& shelf = shelf_of(bits);
            if (shelf.bits == bits && shelf.count != 0) {
                mpfr_set_nan(&shelf.number[shelf.count - 1]);
                return shelf.number[--shelf.count];
            }
            __mpfr_struct fresh;
            mpfr_init2(&fresh, bits);
            return fresh;
        }
        void give_back(__mpfr_struct& number) {
            Shelf& shelf = shelf_of(mpfr_get_prec(&number));
            if (shelf.count == 0) shelf.bits = mpfr_get_prec(&number);
            if (shelf.bits == mpfr_get_prec(&number) && shelf.count < Shelf::most)
                shelf.number[shelf.count++] = number;
            else
                mpfr_clear(&number);
        }

      private:
        struct Shelf {
            static constexpr int most = 64;
            mpfr_prec_t bits = 0;
            int count = 0;
            __mpfr_struct number[most];
        };
        // The precisions used most (120, 64, 53 and MPFR's least) fall on different ones.
        Shelf& shelf_of(mpfr_prec_t bits) { return shelves_[static_cast<unsigned long>(bits) % 5]; }
        Shelf shelves_[5];
    };
    static Kept& of_thread() {
        thread_local Kept kept;
        return kept;
    }
    __mpfr_struct value_;
};

}  // namespace tessera::accuracy
