#ifndef PLUMBLINE_CATALOG_DIALECT_H
#define PLUMBLINE_CATALOG_DIALECT_H

/*
 * Differences between the databases that speak PostgreSQL's protocol, as a table of capabilities and SQL: docs/workloads.md
 * section 3. Code asks for a capability, never for a name.
 */

#include "base/base.h"
#include "base/option.h"

enum load_method {
    LOAD_AUTO, /* The dialect's. */
    LOAD_COPY_BINARY,
    LOAD_COPY_TEXT,
    LOAD_INSERT, /* INSERTs of many rows. */
};

enum splitting {
    SPLIT_NONE,      /* The server places data by itself. */
    SPLIT_IN_CREATE, /* CREATE TABLE ... SPLIT AT VALUES / SPLIT INTO n TABLETS */
    SPLIT_BY_ALTER,  /* ALTER TABLE ... SPLIT AT VALUES, ALTER TABLE ... SCATTER */
};

enum upsert {
    UPSERT_ON_CONFLICT, /* INSERT ... ON CONFLICT (key) DO UPDATE */
    UPSERT_KEYWORD,     /* UPSERT INTO */
    UPSERT_INSERT,      /* INSERT overwrites, by itself or after upsert_session. */
};

struct dialect {
    const char *name;
    const char *summary;          /* Text in --help. */
    const char *title;            /* Name in sentences. */
    uint32_t integer_oid;         /* 23 (int4) or 20 (int8): the type that integer parameters are bound as. */
    const char *retryable;        /* SQLSTATEs after which the same transaction is tried again, with commas. */
    const char *undefined_table;  /* SQLSTATE of a table that is not there, and of one that is there already. */
    const char *duplicate_table;
    enum load_method load_method; /* The fastest that it surely takes. */
    bool has_copy;                /* COPY ... FROM STDIN. */
    bool has_copy_binary;         /* COPY ... FROM STDIN (FORMAT binary), INTEGER being four bytes. */
    bool keeps_order;             /* Rows lie as they came, so that one connection at a time fills a table. */
    const char *load_begin;       /* Statement that each loading connection begins with; NULL: nothing. */
    const char *load_end;         /* Statement after them. */
    const char *flush;            /* Makes the rows visible to all; NULL: they are. */
    const char *settle;           /* "VACUUM ANALYZE", followed by a table's name; NULL: nothing of the kind. */
    bool has_checkpoint;          /* CHECKPOINT, and a role that may run it. */
    bool has_late_key;            /* A primary key may come after the rows, and is as good. */
    bool has_serial_ddl;          /* DDL and ANALYZE one at a time: two at once conflict, whatever tables they are about. */
    bool has_serial;              /* SERIAL columns whose values a client may also give. */
    bool has_key_in_indexes;      /* A secondary index holds the primary key, and must not be told to include it. */
    bool has_limit_parameter;     /* LIMIT $1 */
    bool has_sequence;            /* SERIAL stands on a sequence that setval() and ALTER SEQUENCE know. */
    bool has_char;                /* CHAR(n), NOT NULL and DEFAULT; otherwise plain VARCHAR. */
    bool has_text;                /* Columns of type TEXT. */
    bool has_hash_keys;           /* PRIMARY KEY (id) is sharded by hash, (id ASC) by range. */
    bool has_notices;             /* SET client_min_messages */
    bool drops_indexes_first; /* DROP TABLE failed while there were indexes: RisingWave until October 2022, its issue 5749. */
    const char *bytes_type; /* BYTEA, BYTES */
    enum splitting splitting;
    enum upsert upsert;
    const char *upsert_session; /* Setting of a connection that makes INSERT overwrite; NULL: nothing. */
    const char *no_write_transactions; /* Why a transaction cannot write; NULL: it can. */
    const char *begin_read_only; /* BEGIN of a transaction that only reads. */
    bool has_statement_timeout; /* SET statement_timeout = milliseconds */
    bool has_follower_reads; /* AS OF SYSTEM TIME follower_read_timestamp() */
    const struct option_default *defaults; /* NULL: none. */
    const struct option_default *insists; /* Stronger than --compat: what it would ask for does not work here. NULL: none. */
};

/* Is a statement that ended in this SQLSTATE, which may be NULL, to be tried again? */
bool dialect_is_retryable(const struct dialect *d, const char *sqlstate);

/* NULL when there is no such dialect. */
const struct dialect *dialect_find(const char *name);

/* The dialects in their order of --help; NULL after the last. */
const struct dialect *dialect_at(size_t index);

/* Their names in the same order, NULL after the last. */
extern const char *const dialect_names[];

#endif
