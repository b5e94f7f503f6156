# Names of every release of the vendor's API are there at once, so whichever is asked for will do.
set(PACKAGE_VERSION "${PACKAGE_FIND_VERSION}")
set(PACKAGE_VERSION_COMPATIBLE TRUE)
