// The readers of JSON.
#include <nlohmann/json.hpp>

#include "host/conformance/case_run.hpp"
#include "host/conformance/noc_trace.hpp"
#include "host/ops/operation.hpp"
#include "host/run/exec_options.hpp"
#include "host/study/baseline.hpp"
#include "host/study/study_json.hpp"
#include "host/sweep/checksum.hpp"
#include "host/sweep/sweep_state.hpp"
#include "sim/views/comparison.hpp"
#include "sim/views/json_value.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/profile_json.hpp"
#include "sim/views/profile_text.hpp"
#include "sim/views/profile_trace.hpp"
#include "tests/fuzz/inputs/answered.hpp"
#include "tests/fuzz/inputs/targets.hpp"
#include "tests/support/paths.hpp"

namespace tessera::fuzz {
namespace {

std::string text_of(Input input) { return {reinterpret_cast<const char*>(input.data()), input.size()}; }

// With what the object lacks of another one, member by member.
void complete(nlohmann::ordered_json& json, const nlohmann::ordered_json& whole) {
    for (const auto& [key, value] : whole.items()) {
        if (!json.contains(key))
            json[key] = value;
        else if (json[key].is_object() && value.is_object())
            complete(json[key], value);
    }
}
std::string completed(Input input, std::string_view whole) {
    auto json = nlohmann::ordered_json::parse(text_of(input), nullptr, false);
    if (!json.is_object()) return text_of(input);
    complete(json, nlohmann::ordered_json::parse(whole));
    return views::json_dump(json);
}

void show(const views::ProfileData& data) {
    to_text(data, views::ProfileView{});
    to_json(compare(data, data));
    to_text(compare(data, data), views::ProfileView{});
    to_json(data);
}

}  // namespace

bool profile(Input input) {
    return answered([&] { show(views::profile_from_json(completed(input, to_json(views::ProfileData{})), "p.json")); });
}

bool trace(Input input) {
    return answered([&] {
        const std::string text = text_of(input);
        const views::TraceHead head = views::trace_head(text, "t.json");
        views::Profile profile(*head.arch);
        views::replay_trace(text, "t.json", head, profile);
        show(profile.data("t.json"));
    });
}

bool noc_trace(Input input) {
    return answered([&] { replay(conformance::parse_noc_trace(text_of(input), "n.json")); });
}

bool manifest(Input input) {
    return answered([&] {
        const auto all = views::parse_json<nlohmann::json>(text_of(input), "manifest.json");
        if (!all.is_object() || !all.contains("cases") || !all["cases"].is_array()) return;
        for (const nlohmann::json& one : all["cases"])
            for (const host::Operation* operation : host::operations())
                if (operation->knows(all, one))
                    answered(
                        [&] { operation->golden(all, one, TESSERA_SOURCE_DIR "/tests/data", arch::wormhole_b0()); });
    });
}

bool baseline(Input input) {
    accuracy::Study study;
    study.request.function = "exp_24f";
    study.request.arch = "wormhole_b0";
    study.request.inputs_text = "all of them";
    study.request.inputs = {accuracy::all_bf16};
    return answered([&] { regressions(study, text_of(input), "b.json"); });
}

bool study_state(Input input) {
    static const std::string empty = [] {
        accuracy::Study study;
        study.request.inputs = {accuracy::all_bf16};
        return to_state(study);
    }();
    const std::string text = completed(input, host::checked(empty, "s"));
    return answered([&] { accuracy::from_state(host::with_checksum(text + "\n"), "s"); });
}

bool sweep_state(Input input) {
    return answered([&] { host::sweep_from_state(host::with_checksum(text_of(input) + "\n"), "s"); });
}

bool case_table(Input input) {
    conformance::CaseTable table;
    table.list = "ggml-cases";
    table.seed = 1;
    table.rows.resize(2);
    table.rows[0].name = "a";
    table.rows[1].name = "b";
    table.rows[0].arch = table.rows[1].arch = "wormhole_b0";
    return answered([&] {
        take_over(table, text_of(input), "r.json");
        to_csv(table);
        to_text(table);
    });
}

bool exec_options(Input input) {
    return answered([&] { host::exec_options_from_json(completed(input, to_json(host::ExecOptions{}))); });
}

}  // namespace tessera::fuzz
