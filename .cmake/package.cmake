# `cpack --config build/release/CPackConfig.cmake` makes tessera_VERSION_ARCHITECTURE.deb of what install.cmake lays down.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tessera)
set(CPACK_PACKAGE_CONTACT "The tessera developers <tessera@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Runs kernels for Tenstorrent-style accelerators unchanged on a model of the chip:
results bit for bit, cycles with every wait explained, traces, and named faults.")
# The cross compiler comes without C++ headers; kernels take those of the host's library (host/compile).
set(CPACK_TESSERA_BUILD ${PROJECT_BINARY_DIR})
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/.cmake/package_libraries.cmake)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gcc-riscv64-unknown-elf, picolibc-riscv64-unknown-elf, libstdc++-${TESSERA_CXX_MAJOR}-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS gnuplot-nox)
# What a program of one's own is built with.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, libfmt-dev, libdw-dev, libelf-dev, libmpfr-dev, zlib1g-dev, python3-numpy")
include(CPack)
