// Rows that are moved as they are need no compute kernel.
namespace NAMESPACE {
void MAIN {}
}  // namespace NAMESPACE
