# find_package(TT-Metalium) of a program written for the vendor's package: TT::Metalium is this tessera, so that its
# CMakeLists need not change. The tessera beside this file and no other, or headers and library could differ.
include(CMakeFindDependencyMacro)
find_dependency(tessera CONFIG
  PATHS ${CMAKE_CURRENT_LIST_DIR} ${CMAKE_CURRENT_LIST_DIR}/../tessera NO_DEFAULT_PATH)
if(NOT TARGET TT::Metalium)
  add_library(TT::Metalium INTERFACE IMPORTED)
  set_target_properties(TT::Metalium PROPERTIES INTERFACE_LINK_LIBRARIES tessera::tessera)
endif()
