// Walks over the pages of a tensor or of one of its shards (kernel-api.md 2.4). Addresses within a row of a shard are
// stepped; a division is paid only where a row ends.
#pragma once

#include <bits/stl_iterator_base_types.h>

#include "tessera/noc_address.h"

namespace tensor_accessor {

class Page {
  public:
    Page(uint64_t noc_addr, uint32_t page_id) : noc_addr_(noc_addr), page_id_(page_id) {}
    uint64_t noc_addr() const { return noc_addr_; }
    uint32_t page_id() const { return page_id_; }

  private:
    uint64_t noc_addr_;
    uint32_t page_id_;
};

}  // namespace tensor_accessor

namespace tessera {

// What all of these iterators share; `Derived` finds the page at position `at_`, and may step to the next one.
template <class Derived>
class PageIterator {
  public:
    using Page = tensor_accessor::Page;
    using iterator_category = std::forward_iterator_tag;
    using value_type = Page;
    using difference_type = std::ptrdiff_t;
    using reference = const Page&;
    using pointer = const Page*;

    uint32_t page_id() const { return page_.page_id(); }
    reference operator*() const { return page_; }
    pointer operator->() const { return &page_; }
    Derived& operator++() {
        if (at_ < end_ && ++at_ < end_) self().step();
        return self();
    }
    Derived operator++(int) {
        Derived before = self();
        ++*this;
        return before;
    }
    Derived& operator+=(difference_type steps) {
        if (at_ < end_) {
            at_ = end_ - at_ < static_cast<uint32_t>(steps) ? end_ : at_ + static_cast<uint32_t>(steps);
            if (at_ < end_) self().find();
        }
        return self();
    }
    Derived operator+(difference_type steps) const {
        Derived after = static_cast<const Derived&>(*this);
        after += steps;
        return after;
    }
    Page operator[](difference_type steps) const { return *(*this + steps); }
    bool operator==(const PageIterator& other) const { return at_ == other.at_; }
    bool operator!=(const PageIterator& other) const { return at_ != other.at_; }
    bool operator<(const PageIterator& other) const { return at_ < other.at_; }
    bool operator>(const PageIterator& other) const { return at_ > other.at_; }
    bool operator<=(const PageIterator& other) const { return at_ <= other.at_; }
    bool operator>=(const PageIterator& other) const { return at_ >= other.at_; }

  protected:
    PageIterator(uint32_t begin, uint32_t end, uint8_t noc) : at_(begin < end ? begin : end), end_(end), noc_(noc) {}
    Derived& self() { return static_cast<Derived&>(*this); }

    uint32_t at_, end_;
    uint8_t noc_;
    Page page_{0, 0};
};

}  // namespace tessera

namespace tensor_accessor {

template <class Accessor>
class PagesAddressIteratorInterleaved : public tessera::PageIterator<PagesAddressIteratorInterleaved<Accessor>> {
    friend class tessera::PageIterator<PagesAddressIteratorInterleaved>;

  public:
    PagesAddressIteratorInterleaved(const Accessor& accessor, uint32_t begin, uint32_t end, uint8_t noc)
        : tessera::PageIterator<PagesAddressIteratorInterleaved>(begin, end, noc), accessor_(&accessor) {
        if (this->at_ < end) find();
    }

  private:
    void find() { this->page_ = Page(accessor_->get_noc_addr(this->at_, 0, this->noc_), this->at_); }
    void step() { find(); }

    const Accessor* accessor_;
};

template <class Accessor>
class PagesAddressIteratorSharded : public tessera::PageIterator<PagesAddressIteratorSharded<Accessor>> {
    friend class tessera::PageIterator<PagesAddressIteratorSharded>;

  public:
    PagesAddressIteratorSharded(const Accessor& accessor, uint32_t begin, uint32_t end, uint8_t noc)
        : tessera::PageIterator<PagesAddressIteratorSharded>(begin, end, noc), accessor_(&accessor) {
        if (this->at_ < end) find();
    }

  private:
    void find() {
        const auto& spec = accessor_->dspec();
        const uint32_t last = spec.rank() - 1;
        const uint32_t column = this->at_ % spec.tensor_shape()[last];
        const uint32_t of_tensor = spec.tensor_shape()[last] - column;
        const uint32_t of_shard = spec.shard_shape()[last] - column % spec.shard_shape()[last];
        left_in_row_ = of_tensor < of_shard ? of_tensor : of_shard;
        this->page_ = Page(accessor_->get_noc_addr(this->at_, 0, this->noc_), this->at_);
    }
    void step() {
        if (--left_in_row_ == 0) return find();
        this->page_ = Page(this->page_.noc_addr() + accessor_->page_size, this->at_);
    }

    const Accessor* accessor_;
    uint32_t left_in_row_ = 0;
};

// Pages of one shard in the order of memory; those that only pad it are passed over.
template <class Accessor>
class ShardPagesAddressIterator : public tessera::PageIterator<ShardPagesAddressIterator<Accessor>> {
    friend class tessera::PageIterator<ShardPagesAddressIterator>;

  public:
    ShardPagesAddressIterator(const Accessor& accessor, uint32_t shard, uint32_t begin, uint32_t end, uint8_t noc)
        : tessera::PageIterator<ShardPagesAddressIterator>(begin, end, noc),
          accessor_(&accessor),
          first_(accessor.get_shard_noc_addr(shard, 0, noc)) {
        static_assert(Accessor::DSpec::has_static_rank, "pages of a shard need a rank known at compile time");
        const auto& spec = accessor.dspec();
        for (uint32_t i = spec.rank(); i-- != 0; shard /= spec.shard_grid()[i])
            corner_[i] = shard % spec.shard_grid()[i] * spec.shard_shape()[i];
        if (this->at_ < end) find();
    }

  private:
    void find() {
        for (; this->at_ < this->end_; ++this->at_)
            if (inside()) return;
    }
    void step() { find(); }
    bool inside() {
        const auto& spec = accessor_->dspec();
        uint32_t rest = this->at_, id = 0;
        for (uint32_t i = spec.rank(); i-- != 0; rest /= spec.shard_shape()[i]) {
            const uint32_t coordinate = corner_[i] + rest % spec.shard_shape()[i];
            if (coordinate >= spec.tensor_shape()[i]) return false;
            id += coordinate * spec.tensor_strides()[i];
        }
        this->page_ = Page(first_ + this->at_ * accessor_->page_size, id);
        return true;
    }

    const Accessor* accessor_;
    uint64_t first_;
    typename Accessor::DSpec::Shape corner_{};
};

template <class Accessor>
class Pages {
  public:
    using iterator = std::conditional_t<Accessor::DSpec::is_interleaved, PagesAddressIteratorInterleaved<Accessor>,
                                        PagesAddressIteratorSharded<Accessor>>;
    using const_iterator = iterator;

    Pages(const Accessor& accessor, uint32_t begin, uint32_t end, uint8_t noc = noc_index)
        : accessor_(accessor), begin_(begin), end_(end), noc_(noc) {}
    iterator begin() const { return {accessor_, begin_, end_, noc_}; }
    iterator end() const { return {accessor_, end_, end_, noc_}; }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }

  private:
    const Accessor& accessor_;
    uint32_t begin_, end_;
    uint8_t noc_;
};

template <class Accessor>
class ShardPages {
  public:
    using iterator = ShardPagesAddressIterator<Accessor>;
    using const_iterator = iterator;

    ShardPages(const Accessor& accessor, uint32_t shard, uint32_t begin, uint32_t end, uint8_t noc = noc_index)
        : accessor_(accessor), shard_(shard), begin_(begin), end_(end), noc_(noc) {}
    iterator begin() const { return {accessor_, shard_, begin_, end_, noc_}; }
    iterator end() const { return {accessor_, shard_, end_, end_, noc_}; }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }

  private:
    const Accessor& accessor_;
    uint32_t shard_, begin_, end_;
    uint8_t noc_;
};

}  // namespace tensor_accessor
