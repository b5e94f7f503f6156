#include "host/study/fit/minimax.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::accuracy {
namespace {

using Vector = std::vector<long double>;

constexpr long double singular = 1e-15L;  // of a pivot beside the largest entry of its column

// Solves m x = b by elimination with pivots; false where m is singular.
bool solve(std::vector<Vector> m, Vector b, Vector& x) {
    const std::size_t n = b.size();
    Vector scale(n, 0);
    for (const Vector& row : m)
        for (std::size_t k = 0; k < n; ++k) scale[k] = std::max(scale[k], std::abs(row[k]));
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
        if (!(std::abs(m[pivot][k]) > singular * scale[k])) return false;
        std::swap(m[pivot], m[k]);
        std::swap(b[pivot], b[k]);
        for (std::size_t i = k + 1; i < n; ++i) {
            const long double factor = m[i][k] / m[k][k];
            for (std::size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
            b[i] -= factor * b[k];
        }
    }
    x.assign(n, 0);
    for (std::size_t k = n; k-- > 0;) {
        long double sum = b[k];
        for (std::size_t j = k + 1; j < n; ++j) sum -= m[k][j] * x[j];
        x[k] = sum / m[k][k];
    }
    return true;
}

class Exchange {
  public:
    explicit Exchange(const LinearFamily& family) : family_(family) {}

    Minimax run() {
        const std::size_t n = family_.terms();
        if (family_.points() <= n || !start()) return {};
        constexpr std::size_t most_exchanges = 400;
        for (std::size_t round = 0; round < most_exchanges; ++round) {
            if (!level()) return {};
            const std::size_t worst = farthest();
            if (result_.reached <= result_.level * (1 + 1e-12L)) break;
            if (!take(worst)) break;
        }
        result_.is_found = true;
        return result_;
    }

  private:
    // The points whose rows are farthest from being a combination of each other, by elimination with full pivots, and
    // the one that is farthest off where these are met.
    bool start() {
        const std::size_t n = family_.terms();
        Vector rest(family_.row(0), family_.row(0) + family_.points() * n);
        long double first_pivot = 0;
        for (std::size_t k = 0; k < n; ++k) {
            std::size_t point = 0, column = 0;
            for (std::size_t i = 0; i < rest.size(); ++i)
                if (std::abs(rest[i]) > std::abs(rest[point * n + column])) {
                    point = i / n;
                    column = i % n;
                }
            const Vector pivot(&rest[point * n], &rest[point * n] + n);
            first_pivot = std::max(first_pivot, std::abs(pivot[column]));
            if (!(std::abs(pivot[column]) > singular * first_pivot)) return false;
            points_.push_back(point);
            for (std::size_t i = 0; i < family_.points(); ++i) {
                const long double factor = rest[i * n + column] / pivot[column];
                if (factor == 0) continue;
                for (std::size_t j = 0; j < n; ++j) rest[i * n + j] -= factor * pivot[j];
                rest[i * n + column] = 0;
            }
        }
        std::vector<Vector> rows;
        Vector targets;
        for (const std::size_t point : points_) {
            rows.emplace_back(family_.row(point), family_.row(point) + n);
            targets.push_back(family_.target(point));
        }
        if (!solve(rows, targets, result_.coefficients)) return false;
        const std::size_t worst = farthest();
        if (std::ranges::find(points_, worst) != points_.end()) return false;
        points_.push_back(worst);
        return true;
    }

    long double at(std::size_t i, std::size_t k) const { return family_.row(points_[i])[k]; }

    // What of the reference's rows adds up to zero, its level by that, and the coefficients that have it everywhere
    // there.
    bool level() {
        const std::size_t n = family_.terms();
        std::vector<Vector> m(n, Vector(n));
        Vector right(n), parts;
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) m[k][i] = at(i, k);
            right[k] = -at(n, k);
        }
        if (!solve(m, right, parts)) return false;
        parts.push_back(1);
        long double sum = 0, size = 0;
        for (std::size_t i = 0; i <= n; ++i) {
            sum += parts[i] * family_.target(points_[i]);
            size += std::abs(parts[i]);
        }
        weights_ = parts;
        if (sum < 0)
            for (long double& part : weights_) part = -part;
        result_.level = std::abs(sum) / size;
        std::vector<Vector> rows(n + 1, Vector(n + 1));
        Vector targets(n + 1), found;
        for (std::size_t i = 0; i <= n; ++i) {
            for (std::size_t k = 0; k < n; ++k) rows[i][k] = at(i, k);
            rows[i][n] = weights_[i] > 0 ? 1 : -1;
            targets[i] = family_.target(points_[i]);
        }
        if (!solve(rows, targets, found)) return false;
        found.pop_back();
        result_.coefficients = found;
        return true;
    }

    long double residual(std::size_t point) const {
        const long double* row = family_.row(point);
        long double r = family_.target(point);
        for (std::size_t k = 0; k < family_.terms(); ++k) r -= row[k] * result_.coefficients[k];
        return r;
    }

    std::size_t farthest() {
        std::size_t worst = 0;
        result_.reached = 0;
        for (std::size_t i = 0; i < family_.points(); ++i)
            if (const long double r = std::abs(residual(i)); r > result_.reached) {
                result_.reached = r;
                worst = i;
            }
        return worst;
    }

    // The point enters for the one with which signs stay as the errors have them.
    bool take(std::size_t point) {
        const std::size_t n = family_.terms();
        if (std::ranges::find(points_, point) != points_.end()) return false;
        std::vector<Vector> m(n, Vector(n));
        Vector right(n), parts;
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) m[k][i] = at(i, k);
            right[k] = family_.row(point)[k];
        }
        if (!solve(m, right, parts)) return false;
        parts.push_back(0);
        const long double sign = residual(point) > 0 ? 1 : -1;
        std::size_t leaves = 0;
        long double most = 0;
        bool any = false;
        for (std::size_t i = 0; i <= n; ++i) {
            if (weights_[i] == 0) continue;
            const long double ratio = sign * parts[i] / weights_[i];
            if (!any || ratio > most) {
                most = ratio;
                leaves = i;
                any = true;
            }
        }
        points_[leaves] = point;
        return any;
    }

    const LinearFamily& family_;
    std::vector<std::size_t> points_;  // the reference
    Vector weights_;
    Minimax result_;
};

}  // namespace

Minimax minimax(const LinearFamily& family) { return Exchange(family).run(); }

}  // namespace tessera::accuracy
