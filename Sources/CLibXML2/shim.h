#pragma once
// Debian builds libxml2 with ICU; its headers would then pull in ICU's, which clash with the copy
// that Foundation brings. Nothing here looks into a converter, so the ICU parts are left out.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

// A variable in some versions, and in others a macro.
static inline const char *xml_shim_version(void) { return xmlParserVersion; }
