/*
 * A JSON document: commas, brackets and quotes in their places.
 */

#include <stdlib.h>

#include "base/json.h"
#include "check_values.h"

static void
a_document_is_written_from_its_beginning_to_its_end(void)
{
    char *text = NULL;
    size_t size = 0;
    struct json_writer j = {.file = open_memstream(&text, &size)};

    json_object(&j, NULL);
    json_integer(&j, "a", -7);
    json_break(&j);
    json_list(&j, "b");
    json_end(&j);
    json_list(&j, "c");
    json_break(&j);
    json_object(&j, NULL);
    json_end(&j);
    json_break(&j);
    json_real(&j, NULL, 0.5);
    json_end(&j);
    json_bool(&j, "d", true);
    json_text(&j, "e", NULL);
    json_raw(&j, "f", "[1]");
    json_end(&j);
    fclose(j.file);
    CHECK_TEXT(text, "{\"a\":-7,\n\"b\":[],\"c\":[\n{},\n0.5],\"d\":true,\"e\":null,\"f\":[1]}");
    free(text);
}

/* Of any length, and its characters of several bytes stay whole wherever they stand. */
static void
a_text_is_quoted_whole(void)
{
    for (int before = 0; before < 40; before++) {
        char given[128], expected[128];
        char *text = NULL;
        size_t size = 0;
        struct json_writer j = {.file = open_memstream(&text, &size)};
        snprintf(given, sizeof given, "%.*s\xc3\xbc\xf0\x9f\x98\x80\"%040d", before, "0123456789012345678901234567890123456789",
                 0);
        snprintf(expected, sizeof expected, "\"%.*s\xc3\xbc\xf0\x9f\x98\x80\\\"%040d\"", before,
                 "0123456789012345678901234567890123456789", 0);
        json_text(&j, NULL, given);
        fclose(j.file);
        CHECK_TEXT(text, expected);
        free(text);
    }
}

int
main(void)
{
    a_document_is_written_from_its_beginning_to_its_end();
    a_text_is_quoted_whole();
    return check_result("json_writer");
}
