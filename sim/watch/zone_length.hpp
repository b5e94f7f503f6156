// Listens for the zone of one name.
#pragma once

#include <string>
#include <utility>

#include "sim/watch/listener.hpp"

namespace tessera::watch {

class ZoneLength : public Listener {
  public:
    explicit ZoneLength(std::string name) : name_(std::move(name)) {}
    void on_zone(const Zone& zone) override {
        if (zone.name == name_) cycles_ = zone.end - zone.begin;
    }
    Cycle cycles() const { return cycles_; }

  private:
    const std::string name_;
    Cycle cycles_ = 0;
};

}  // namespace tessera::watch
