#include "host/schedule/page.hpp"

namespace tessera::host {

noc::Transfer page_transfer(const Problem& problem, const CoreCoord& core, int bank, bool is_read) {
    const arch::Grid& grid = problem.arch->grid;
    noc::Transfer transfer;
    transfer.kind = is_read ? noc::Kind::read : noc::Kind::write;
    transfer.noc = is_read ? 0 : 1;
    transfer.self = {grid.tensix_columns[core.x], grid.tensix_rows[core.y]};
    transfer.bank = bank;
    transfer.other = problem.arch->dram.endpoint[static_cast<std::size_t>(bank)];
    transfer.bytes = problem.page_bytes;
    return transfer;
}

}  // namespace tessera::host
