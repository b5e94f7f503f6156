#include "host/debug/connection.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "sim/fault/fault.hpp"

namespace tessera::host {

Connection::Connection(std::uint16_t port) : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port_(port) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_port = htons(port);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    auto* address = reinterpret_cast<sockaddr*>(&here);
    const int again = 1;  // a port whose last connection has just ended counts as free
    if (listener_ < 0 || ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again) != 0 ||
        ::bind(listener_, address, size) != 0 || ::getsockname(listener_, address, &size) != 0)
        refuse();
    port_ = ntohs(here.sin_port);
}

void Connection::refuse() {
    const int why = errno;
    if (listener_ >= 0) ::close(std::exchange(listener_, -1));
    throw fault::InputError(
        fmt::format("--gdb: port {} of 127.0.0.1: {}; choose another, 0 is a free one", port_, std::strerror(why)));
}

Connection::~Connection() {
    close();
    if (listener_ >= 0) ::close(listener_);
}

void Connection::listen() {
    if (::listen(listener_, 1) != 0) refuse();
}

void Connection::accept() {
    do gdb_ = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    while (gdb_ < 0 && errno == EINTR);
    if (gdb_ < 0) refuse();
    const int at_once = 1;
    ::setsockopt(gdb_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    ::close(std::exchange(listener_, -1));
}

void Connection::close() {
    if (gdb_ >= 0) ::close(std::exchange(gdb_, -1));
}

std::string Connection::receive(bool waits) {
    std::array<char, 4096> bytes;
    ssize_t count;
    do count = ::recv(gdb_, bytes.data(), bytes.size(), waits ? 0 : MSG_DONTWAIT);
    while (count < 0 && errno == EINTR);
    if (count > 0) return {bytes.data(), static_cast<std::size_t>(count)};
    if (waits || count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) close();
    return {};
}

void Connection::send(std::string_view bytes) {
    while (!bytes.empty() && is_open()) {
        const ssize_t count = ::send(gdb_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        if (count < 0 && errno != EINTR) close();
    }
}

}  // namespace tessera::host
