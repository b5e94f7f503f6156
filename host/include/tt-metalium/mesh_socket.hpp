#pragma once

#include "experimental/sockets/mesh_socket.hpp"
