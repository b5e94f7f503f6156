// What std::random_device gives to the programs of this folder: other numbers for each call and the same ones in every
// run, so that a test of theirs does not hang on chance.
#include <random>

std::random_device::result_type std::random_device::_M_getval() {
    static std::mt19937 numbers(2025);
    return static_cast<result_type>(numbers());
}
