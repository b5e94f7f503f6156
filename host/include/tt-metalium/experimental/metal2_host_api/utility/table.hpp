// Values by key, each key once, in the order in which they came.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <ranges>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tt::tt_metal::experimental {

template <class K, class V>
class Table {
  public:
    using key_type = K;
    using mapped_type = V;
    using value_type = std::pair<K, V>;
    using iterator = typename std::vector<value_type>::iterator;
    using const_iterator = typename std::vector<value_type>::const_iterator;

    Table() = default;
    // std::runtime_error when a key comes twice.
    Table(std::initializer_list<value_type> entries) { insert_each(entries); }
    template <std::ranges::input_range Range>
    requires std::convertible_to<std::ranges::range_reference_t<Range>, value_type>
    explicit Table(const Range& entries) { insert_each(entries); }

    iterator begin() { return entries_.begin(); }
    iterator end() { return entries_.end(); }
    const_iterator begin() const { return entries_.begin(); }
    const_iterator end() const { return entries_.end(); }
    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    void clear() { entries_.clear(); }
    void reserve(std::size_t entries) { entries_.reserve(entries); }

    iterator find(const K& key) { return std::ranges::find(entries_, key, &value_type::first); }
    const_iterator find(const K& key) const { return std::ranges::find(entries_, key, &value_type::first); }
    bool contains(const K& key) const { return find(key) != end(); }
    const V* get(const K& key) const {
        const auto at = find(key);
        return at == end() ? nullptr : &at->second;
    }
    V* get(const K& key) {
        const auto at = find(key);
        return at == end() ? nullptr : &at->second;
    }
    V& operator[](const K& key) { return insert({key, V{}}).first->second; }

    // The entry that there is, and false, when the key is taken.
    std::pair<iterator, bool> insert(value_type entry) {
        if (const auto at = find(entry.first); at != end()) return {at, false};
        entries_.push_back(std::move(entry));
        return {std::prev(entries_.end()), true};
    }
    template <class... Args>
    std::pair<iterator, bool> emplace(Args&&... args) {
        return insert(value_type(std::forward<Args>(args)...));
    }
    std::size_t erase(const K& key) {
        return std::erase_if(entries_, [&](const value_type& entry) { return entry.first == key; });
    }

    friend bool operator==(const Table& a, const Table& b) {
        return a.size() == b.size() && std::ranges::all_of(a, [&](const value_type& entry) {
                   const V* other = b.get(entry.first);
                   return other != nullptr && *other == entry.second;
               });
    }

  private:
    template <class Range>
    void insert_each(const Range& entries) {
        for (const auto& entry : entries)
            if (!insert(entry).second) throw std::runtime_error("Table: a key comes twice; give each key one value");
    }
    std::vector<value_type> entries_;
};

}  // namespace tt::tt_metal::experimental
