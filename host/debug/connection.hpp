// gdb's end of a TCP connection of this host.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::host {

class Connection {
  public:
    // Takes that port of 127.0.0.1, a free one for 0. InputError where that cannot be, here and below.
    explicit Connection(std::uint16_t port);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    std::uint16_t port() const { return port_; }
    // gdb repeats what is not answered in two seconds: nobody listens before somebody will answer.
    void listen();
    void accept();  // waits until gdb comes; nobody else is let in
    void close();
    bool is_open() const { return gdb_ >= 0; }
    // What has come; waits for it or not. Empty when nothing has, or when the other end is gone: then it is closed.
    std::string receive(bool waits);
    void send(std::string_view bytes);

  private:
    [[noreturn]] void refuse();

    int listener_ = -1, gdb_ = -1;
    std::uint16_t port_;
};

}  // namespace tessera::host
