// Of a page about two runs: what takes longer in the one here, and the way to the other's schedule.
function showAgainst() {
  const place = $("against"), {comparison} = page;
  if (!comparison) return place.remove();
  const {here, there} = comparison, more = ({here: a, there: b}) => a - b;
  const signed = n => (n > 0 ? "+" : "") + cycles(n);
  const other = element("button", {}, showsOther ? "Show the run here" : "Show the other run");
  other.onclick = () => {
    history.replaceState(null, "", showsOther ? "#" : "#run=there");
    location.reload();
  };
  const run = (name, {title, cycles: n}, shown) => element("tr", {className: shown ? "chosen" : ""},
    element("th", {className: "text", scope: "row"}, name), element("td", {className: "text"}, title), element("td", {}, cycles(n)),
    element("td", {className: "text"}, shown ? "shown below" : page.other ? other : "its schedule is not in this page"));
  place.append(element("h2", {}, "Difference"), element("table", {ariaLabel: "the two runs"},
    element("tbody", {}, run("here", here, !showsOther), run("there", there, showsOther))),
    ...comparison.sentences.map(sentence => element("p", {}, sentence)));
  stacked.start(place);

  // Bars to the right take longer here, to the left there.
  const bars = (title, all, most = 10) => {
    const rows = all.filter(one => more(one) !== 0).slice(0, most), largest = Math.max(1, ...rows.map(one => Math.abs(more(one))));
    if (!rows.length) return [];
    const table = element("table", {className: "tight diff"}, element("caption", {}, title), element("tbody", {}, ...rows.map(one => {
      const n = more(one), bar = element("span", {className: n > 0 ? "more" : "fewer"});
      bar.style.width = 50 * Math.abs(n) / largest + "%";
      const name = [one.unit, one.what].filter(Boolean).join(" ");
      return element("tr", {}, element("th", {className: "text", scope: "row"}, name, one.at ? " " : "", placeLink(one.at, true)),
        element("td", {className: "wide"}, element("div", {className: "diverging"}, bar)), element("td", {}, signed(n)),
        element("td", {}, cycles(one.here)), element("td", {}, cycles(one.there)));
    })));
    table.prepend(element("thead", {}, element("tr", {}, ...["", "fewer here \u00b7 more here", "more", "here", "there"].map((name, i) =>
      element("th", {scope: "col", className: i > 1 ? "" : "text"}, name)))));
    return [element("div", {}, table)];
  };
  place.append(element("div", {className: "pairs"},
    ...bars("Cycles of a core, mean over the cores", comparison.units, 12), ...bars("Waits of a core", comparison.waits),
    ...bars("What busy cycles of RISCs consist of, of a core", comparison.work), ...bars("SFPU of a core by line and cause", comparison.sfpu_causes),
    ...bars("Critical path of the run", comparison.path)));
}
