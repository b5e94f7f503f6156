# cmake -DFOLDER=sim/views/report -DHEADER=sim/views/report_page.hpp -DNAMESPACE=tessera::views::report_page
#       -DSCRIPTS=data.js,main.js -DOUTPUT=report_page.cpp -P embed.cmake
# Writes a page's files as the texts that its header declares: html, style, and script, which is the scripts in that
# order. A literal may not be very long, so a text is several.
string(REPLACE "," ";" scripts "${SCRIPTS}")
set(script "")
foreach(name ${scripts})
  file(READ ${FOLDER}/${name} text)
  string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/page.html html)
file(READ ${FOLDER}/style.css style)

set(out "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n")
foreach(name html style script)
  string(APPEND out "const std::string_view ${name} = R\"tessera(${${name}})tessera\";\n")
endforeach()
string(APPEND out "}\n")
file(WRITE ${OUTPUT} "${out}")
