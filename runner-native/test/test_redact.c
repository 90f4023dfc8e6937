/*
 * Texts for people: of a connection string no password survives, and everything else does; numbers are plain.
 */

#include <string.h>

#include "base/text.h"
#include "check_values.h"

static void
redacts(const char *text, const char *expected)
{
    char out[256];

    redact_connection_string(text, out, sizeof out);
    CHECK_TEXT(out, expected);
}

static void
a_uri_keeps_all_but_the_password(void)
{
    redacts("postgres://me:secret@host:5432/db?sslmode=require", "postgres://me:***@host:5432/db?sslmode=require");
    redacts("postgresql://me:se%40c:ret@[::1]/db", "postgresql://me:***@[::1]/db");
    redacts("postgres://host/db?user=me&password=secret&sslmode=require",
            "postgres://host/db?user=me&password=***&sslmode=require");
    redacts("postgres://host/db?sslpassword=secret", "postgres://host/db?sslpassword=***");
}

static void
a_uri_without_a_password_is_left_alone(void)
{
    redacts("postgres://me@host:5432/db", "postgres://me@host:5432/db");
    redacts("postgres://host:5432/db", "postgres://host:5432/db");
    redacts("postgres:///db?host=/tmp", "postgres:///db?host=/tmp");
    redacts("postgres://host/db?application_name=a:b@c", "postgres://host/db?application_name=a:b@c");
}

static void
keys_and_values_keep_all_but_the_password(void)
{
    redacts("host=h password=secret dbname=d", "host=h password=*** dbname=d");
    redacts("password = 'two words' host=h", "password = *** host=h");
    redacts("password='it\\'s' host=h", "password=*** host=h");
    redacts("password=a\\ b host=h", "password=*** host=h");
    redacts("PASSWORD=secret", "PASSWORD=***");
    redacts("host=h password='never closed", "host=h password=***");
}

/* libpq refuses them, or takes a part of the password for something else. */
static void
a_password_that_should_have_been_quoted_is_a_secret_too(void)
{
    redacts("postgres://me:p@ss@host/db", "postgres://me:***@host/db");
    redacts("postgres://me:p/s@s@host:5432/db?sslmode=require", "postgres://me:***@host:5432/db?sslmode=require");
    redacts("postgres://me:p?s/s@host/db?application_name=a@b", "postgres://me:***@host/db?application_name=a@b");
    redacts("postgres://me:50%secret@host/db", "postgres://me:***@host/db");
    redacts("postgres://host/db?password=a&b&sslmode=require", "postgres://host/db?password=***&sslmode=require");
    redacts("host=h password=my secret", "host=h password=***");
    redacts("password=my other secret dbname = d", "password=*** dbname = d");
    redacts("password='it's secret' host=h", "password=*** host=h");
}

static void
the_keys_of_libpq_18_are_secrets_too(void)
{
    redacts("postgres://host/db?scram_client_key=a2V5&sslmode=require",
            "postgres://host/db?scram_client_key=***&sslmode=require");
    redacts("host=h scram_server_key=a2V5 dbname=d", "host=h scram_server_key=*** dbname=d");
    redacts("oauth_client_id=me oauth_client_secret = 'se cret'", "oauth_client_id=me oauth_client_secret = ***");
}

static void
text_that_is_neither_is_safe_too(void)
{
    redacts("", "");
    redacts("password", "password");
    redacts("://:@", "://:***@");
}

static void
what_does_not_fit_is_cut_off(void)
{
    char out[8];

    redact_connection_string("postgres://me:secret@host/db", out, sizeof out);
    CHECK_TEXT(out, "postgre");
}

static void
numbers_have_no_exponent(void)
{
    CHECK_TEXT(plain_number(0, 3).text, "0");
    CHECK_TEXT(plain_number(0.5, 3).text, "0.5");
    CHECK_TEXT(plain_number(1.2345, 3).text, "1.23");
    CHECK_TEXT(plain_number(-12.5, 3).text, "-12.5");
    CHECK_TEXT(plain_number(100, 2).text, "100");
    CHECK_TEXT(plain_number(999.9, 3).text, "1000");
    CHECK_TEXT(plain_number(1234.5, 3).text, "1234");
    CHECK_TEXT(plain_number(10000000, 6).text, "10000000");
    CHECK_TEXT(plain_number(0.00001234, 3).text, "0.0000123");
}

int
main(void)
{
    a_uri_keeps_all_but_the_password();
    a_uri_without_a_password_is_left_alone();
    keys_and_values_keep_all_but_the_password();
    a_password_that_should_have_been_quoted_is_a_secret_too();
    the_keys_of_libpq_18_are_secrets_too();
    text_that_is_neither_is_safe_too();
    what_does_not_fit_is_cut_off();
    numbers_have_no_exponent();
    return check_result("redact");
}
