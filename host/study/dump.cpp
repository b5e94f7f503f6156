#include "host/study/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "host/compile/parallel.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;
namespace fs = std::filesystem;

constexpr std::uint64_t csv_row_bytes = 80;    // about
constexpr double most_unasked = 16e9;          // bytes
constexpr std::uint64_t header_multiple = 64;  // of an .npy
constexpr std::uint64_t blocks_each = 4;       // of a thread between two writes

// The blocks of a way's shard, in the order of the inputs.
std::vector<Task> blocks_of_shard(const Request& request) {
    std::vector<Task> all;
    for (std::uint64_t strip = request.shard; strip < strips_of(request); strip += request.shards)
        for (const Task& task : tasks_of(request, strip)) all.push_back(task);
    std::ranges::sort(all, {}, [](const Task& task) { return std::pair(task.inputs, task.block); });
    return all;
}

std::uint64_t inputs_in(const Task& task) {
    return std::min(block_inputs, task.inputs->count - task.block * block_inputs);
}

class Columns {
  public:
    Columns(const std::string& file, const Study& study)
        : is_csv_(file.ends_with(".csv")), two_(study.request.second.count != 0), ways_(!study.also.empty()) {
        if (!is_csv_ && !file.ends_with(".npy"))
            throw InputError(fmt::format("--dump {}: expected a name that ends in .csv or .npy", file));
    }
    std::uint64_t row_bytes() const {
        return is_csv_ ? csv_row_bytes : std::uint64_t{4 + 4 + 8 + 8 + 1} + (two_ ? 4 : 0) + (ways_ ? 1 : 0);
    }
    std::string header(std::uint64_t rows) const {
        if (is_csv_)
            return fmt::format("x,x_bits,{}y,y_bits,exact,ulp,outcome{}\n", two_ ? "second," : "", ways_ ? ",way" : "");
        std::string names = fmt::format(
            "{{'descr': [('x', '<f4'), {}('y_bits', '<u4'), ('exact', '<f8'), ('ulp', '<f8'), ('outcome', '|u1'){}], "
            "'fortran_order': False, 'shape': ({},), }}",
            two_ ? "('second', '<f4'), " : "", ways_ ? ", ('way', '|u1')" : "", rows);
        constexpr std::size_t before = 10;  // magic, version, length
        while ((before + names.size() + 1) % header_multiple != 0) names += ' ';
        names += '\n';
        std::string out("\x93NUMPY\x01\x00", 8);
        out += static_cast<char>(names.size() & 0xff);
        out += static_cast<char>(names.size() >> 8);
        return out + names;
    }
    void add(std::string& to, const Point& p, Outcome outcome, std::size_t way) const {
        if (is_csv_)
            add_text(to, p, outcome, way);
        else
            add_bytes(to, p, outcome, way);
    }

  private:
    // fmt shows the sign of what is no number.
    static void add_number(std::string& to, double value) {
        if (std::isnan(value))
            to += "nan,";
        else
            fmt::format_to(std::back_inserter(to), "{},", value);
    }
    static void add_fp32(std::string& to, std::uint32_t pattern) {
        if (std::isnan(value_of(pattern)))
            to += "nan,";
        else
            fmt::format_to(std::back_inserter(to), "{:.9g},", value_of(pattern));
    }
    void add_text(std::string& to, const Point& p, Outcome outcome, std::size_t way) const {
        add_fp32(to, p.x);
        fmt::format_to(std::back_inserter(to), "0x{:08x},", p.x);
        if (two_) add_fp32(to, p.second);
        add_fp32(to, p.y);
        fmt::format_to(std::back_inserter(to), "0x{:08x},", p.y);
        add_number(to, p.exact);
        add_number(to, p.error);
        to += name(outcome);
        if (ways_) fmt::format_to(std::back_inserter(to), ",{}", way);
        to += '\n';
    }
    static void add_raw(std::string& to, auto value) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        to.append(bytes, sizeof value);
    }
    void add_bytes(std::string& to, const Point& p, Outcome outcome, std::size_t way) const {
        add_raw(to, p.x);
        if (two_) add_raw(to, p.second);
        add_raw(to, p.y);
        add_raw(to, p.exact);
        add_raw(to, p.error);
        add_raw(to, static_cast<std::uint8_t>(outcome));
        if (ways_) add_raw(to, static_cast<std::uint8_t>(way));
    }
    bool is_csv_, two_, ways_;
};

}  // namespace

std::uint64_t dumped_rows(const Study& study) {
    std::uint64_t rows = 0;
    for (const Task& task : blocks_of_shard(study.request)) rows += inputs_in(task);
    for (const Study& way : study.also) rows += dumped_rows(way);
    return rows;
}

void check_dump(const std::string& file, const Study& study, bool overwrite) {
    const Columns columns(file, study);
    views::OutputFile::check(file, overwrite);
    const std::uint64_t rows = dumped_rows(study);
    const double bytes = static_cast<double>(rows) * static_cast<double>(columns.row_bytes());
    const std::string size =
        fmt::format("--dump {}: {} rows of {} bytes are {:.3g} GB", file, rows, columns.row_bytes(), bytes / 1e9);
    std::error_code failed;
    const fs::path folder = fs::path(file).has_parent_path() ? fs::path(file).parent_path() : ".";
    const fs::space_info room = fs::space(folder, failed);
    if (!failed && static_cast<double>(room.available) < bytes)
        throw InputError(fmt::format("{}, the folder has room for {:.3g}; --range, --sample or --shard makes fewer",
                                     size, static_cast<double>(room.available) / 1e9));
    if (bytes >= most_unasked && !overwrite)
        throw InputError(fmt::format("{}; --range, --sample or --shard makes fewer, --force writes them all", size));
}

bool dump(const std::string& file, bool overwrite, const Study& study, const Recorded& recorded,
          const Reference& reference, unsigned threads, const Watch& watch) {
    const Columns columns(file, study);
    const std::uint64_t rows = dumped_rows(study);
    views::OutputFile out(file, overwrite);
    out.write(columns.header(rows));
    std::uint64_t done = 0;
    for (std::size_t way = 0; way <= study.also.size(); ++way) {
        const Request& request = way == 0 ? study.request : study.also[way - 1].request;
        const std::vector<Task> tasks = blocks_of_shard(request);
        const std::size_t together = std::size_t{threads} * blocks_each;
        for (std::size_t first = 0; first < tasks.size(); first += together) {
            std::vector<std::string> texts(std::min(together, tasks.size() - first));
            try {
                host::in_parallel(texts.size(), threads, [&](std::size_t i) {
                    Options options = judged_by(request, recorded);
                    options.stop = watch.stop;
                    options.each = [&](const Point& point, Outcome outcome) {
                        columns.add(texts[i], point, outcome, way);
                    };
                    judged(recorded, reference, {&tasks[first + i], 1}, options);
                });
            } catch (const Stopped&) {
                return false;
            }
            for (std::size_t i = 0; i < texts.size(); ++i) {
                out.write(texts[i]);
                done += inputs_in(tasks[first + i]);
            }
            if (watch.done)
                watch.done(static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(rows, 1)));
        }
    }
    out.commit();
    return true;
}

}  // namespace tessera::accuracy
