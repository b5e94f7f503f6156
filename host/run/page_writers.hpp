// Which core wrote each page of a job's results last, for the map of a failed check.
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/device.hpp"
#include "host/job/job.hpp"
#include "sim/views/failures.hpp"
#include "sim/watch/listener.hpp"

namespace tessera::host {

class PageWriters : public watch::Listener {
  public:
    // From now on writes to these pages are noted; of buffers in L1 or in shards they are not.
    void follow(const Device& device, std::size_t tensor, const Buffer& buffer);
    void on_core_name(const watch::CoreName& event) override;
    void on_transfer(const watch::Transfer& event) override;

    // How the elements of a result of that shape lie: in its tiles or rows, and on which cores.
    views::Written written(const Job& job, std::size_t tensor, const std::vector<std::size_t>& shape) const;

  private:
    struct Pages {
        std::size_t tensor;
        std::uint64_t begin, end, row_bytes, banks;
        std::vector<std::int32_t> core;  // by page
    };
    std::vector<Pages> followed_;
    std::vector<watch::CoreName> cores_;
};

// The result that a check is of, index of its tensor.
std::size_t judged_tensor(const Job& job, const views::Check& check);

}  // namespace tessera::host
