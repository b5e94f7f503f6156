# cmake -DFOLDER=sim/views/report -DOUTPUT=report_page.cpp -P embed.cmake
# Writes the page's files as texts of report_page.hpp. A literal may not be very long, so a text is several.
set(scripts data.js widgets.js raster.js search.js schedule.js paint.js input.js source.js selection.js tables.js maps.js
  against.js main.js)

set(script "")
foreach(name ${scripts})
  file(READ ${FOLDER}/${name} text)
  string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/page.html html)
file(READ ${FOLDER}/style.css style)

set(out "#include \"sim/views/report_page.hpp\"\n\nnamespace tessera::views::report_page {\n")
foreach(name html style script)
  string(APPEND out "const std::string_view ${name} = R\"tessera(${${name}})tessera\";\n")
endforeach()
string(APPEND out "}\n")
file(WRITE ${OUTPUT} "${out}")
