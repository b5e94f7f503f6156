// Where arguments lie and which core this is, for a kernel of any RISC (kernel-api.md 1.4). Runtime arguments: 7, then
// the logical x and y of the core; common ones: 11, 12.
void kernel_main() {
    ASSERT(get_arg_addr(2) == get_arg_addr(0) + 8);
    ASSERT(get_common_arg_addr(1) == get_common_arg_addr(0) + 4);
    const auto* own = reinterpret_cast<volatile uint32_t*>(get_arg_addr(0));
    const auto* common = reinterpret_cast<volatile uint32_t*>(get_common_arg_addr(0));
    ASSERT(own[0] == 7 && get_arg_val<uint32_t>(0) == 7);
    ASSERT(common[0] == 11 && common[1] == 12 && get_common_arg_val<uint32_t>(1) == 12);
    // An argument may be written back through its address.
    auto* last = reinterpret_cast<volatile uint32_t*>(get_arg_addr(0));
    *last = 8;
    ASSERT(get_arg_val<uint32_t>(0) == 8);
    ASSERT(get_absolute_logical_x() == own[1] && get_absolute_logical_y() == own[2]);
    // Relative to the sub-device, which is the whole grid.
    ASSERT(get_relative_logical_x() == own[1] && get_relative_logical_y() == own[2]);
#if !defined(COMPILE_FOR_TRISC)
    ASSERT(worker_logical_col_to_virtual_col[own[1]] == my_x[noc_index]);
    ASSERT(worker_logical_row_to_virtual_row[own[2]] == my_y[noc_index]);
    const coord_t corner = get_virtual_coord_from_worker_logical_coord(0, 0);
    ASSERT(corner.x < my_x[noc_index] && corner.y < my_y[noc_index]);
#endif
}
