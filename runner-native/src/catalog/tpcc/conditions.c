/*
 * Conditions that hold of the tables, whatever was run on them: those of consistency in 3.3.2, and what else follows from the
 * transactions. Each query gives the places where its condition does not hold. Numbers are exact, and a row that is missing is
 * unequal to anything.
 */

#include "catalog/tpcc/tpcc.h"

#define DISTRICT_OF(prefix) "concat('warehouse ', " prefix "_w_id, ', district ', " prefix "_d_id)"

/* Nothing has run since the load. */
static const char unused[] =
    "SELECT (SELECT max(d_next_o_id) FROM district) = 3001 AND (SELECT max(c_payment_cnt) FROM customer) = 1 "
    "AND (SELECT max(c_delivery_cnt) FROM customer) = 0";

static const struct condition conditions[] = {
    {.name = "3.3.2.1",
     .says = "w_ytd is the sum of d_ytd",
     .broken = "SELECT concat('warehouse ', w_id) AS place FROM warehouse FULL JOIN "
               "(SELECT d_w_id, sum(d_ytd) AS ytd FROM district GROUP BY d_w_id) AS d ON d_w_id = w_id "
               "WHERE w_ytd IS DISTINCT FROM ytd"},
    {.name = "3.3.2.2",
     .says = "d_next_o_id - 1 is the largest o_id, and the largest no_o_id",
     .broken = "SELECT concat('warehouse ', d_w_id, ', district ', d_id) AS place FROM district "
               "LEFT JOIN (SELECT o_w_id, o_d_id, max(o_id) AS last FROM orders GROUP BY o_w_id, o_d_id) AS o "
               "ON o_w_id = d_w_id AND o_d_id = d_id "
               "LEFT JOIN (SELECT no_w_id, no_d_id, max(no_o_id) AS new FROM new_order GROUP BY no_w_id, no_d_id) AS n "
               "ON no_w_id = d_w_id AND no_d_id = d_id "
               "WHERE d_next_o_id - 1 IS DISTINCT FROM last OR (new IS NOT NULL AND new <> last)"},
    {.name = "3.3.2.3",
     .says = "new_order has no gaps",
     .broken = "SELECT " DISTRICT_OF("no") " AS place FROM new_order GROUP BY no_w_id, no_d_id "
                                           "HAVING max(no_o_id) - min(no_o_id) + 1 <> count(*)"},
    {.name = "3.3.2.4",
     .says = "the sum of o_ol_cnt is the number of order lines",
     .broken = "SELECT " DISTRICT_OF(
         "o") " AS place FROM "
              "(SELECT o_w_id, o_d_id, sum(o_ol_cnt) AS lines FROM orders GROUP BY o_w_id, o_d_id) AS o FULL JOIN "
              "(SELECT ol_w_id, ol_d_id, count(*) AS there FROM order_line GROUP BY ol_w_id, ol_d_id) AS l "
              "ON ol_w_id = o_w_id AND ol_d_id = o_d_id WHERE lines IS DISTINCT FROM there"},
    {.name = "3.3.2.5",
     .says = "an order has no carrier exactly while it is in new_order",
     .broken = "SELECT concat('warehouse ', o_w_id, ', district ', o_d_id, ', order ', o_id, no_o_id) AS place FROM orders "
               "FULL JOIN new_order ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id "
               "WHERE o_id IS NULL OR (o_carrier_id IS NULL) <> (no_o_id IS NOT NULL)"},
    {.name = "3.3.2.6",
     .says = "o_ol_cnt is the number of lines of the order",
     .broken = "SELECT concat('warehouse ', o_w_id, ', district ', o_d_id, ', order ', o_id) AS place FROM orders FULL JOIN "
               "(SELECT ol_w_id, ol_d_id, ol_o_id, count(*) AS there FROM order_line GROUP BY ol_w_id, ol_d_id, ol_o_id) AS l "
               "ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE o_ol_cnt IS DISTINCT FROM there"},
    {.name = "3.3.2.7",
     .says = "a line has no delivery date exactly while its order has no carrier",
     .broken = "SELECT concat('warehouse ', ol_w_id, ', district ', ol_d_id, ', order ', ol_o_id) AS place FROM order_line "
               "LEFT JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id "
               "WHERE o_id IS NULL OR (ol_delivery_d IS NULL) <> (o_carrier_id IS NULL)"},
    {.name = "3.3.2.8",
     .says = "w_ytd is the sum of h_amount",
     .broken = "SELECT concat('warehouse ', w_id) AS place FROM warehouse FULL JOIN "
               "(SELECT h_w_id, sum(h_amount) AS paid FROM history GROUP BY h_w_id) AS h ON h_w_id = w_id "
               "WHERE w_ytd IS DISTINCT FROM paid"},
    {.name = "3.3.2.9",
     .says = "d_ytd is the sum of h_amount",
     .broken = "SELECT concat('warehouse ', d_w_id, ', district ', d_id) AS place FROM district FULL JOIN "
               "(SELECT h_w_id, h_d_id, sum(h_amount) AS paid FROM history GROUP BY h_w_id, h_d_id) AS h "
               "ON h_w_id = d_w_id AND h_d_id = d_id WHERE d_ytd IS DISTINCT FROM paid"},
#define DELIVERED                                                                                                              \
    "(SELECT o_w_id, o_d_id, o_c_id, sum(ol_amount) AS delivered FROM orders JOIN order_line "                                 \
    "ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE ol_delivery_d IS NOT NULL "                             \
    "GROUP BY o_w_id, o_d_id, o_c_id) AS o ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
#define CUSTOMER_OF "concat('warehouse ', c_w_id, ', district ', c_d_id, ', customer ', c_id)"
    {.name = "3.3.2.10",
     .says = "c_balance is what was delivered less what was paid",
     .broken =
         "SELECT " CUSTOMER_OF " AS place FROM customer LEFT JOIN " DELIVERED " LEFT JOIN "
         "(SELECT h_c_w_id, h_c_d_id, h_c_id, sum(h_amount) AS paid FROM history GROUP BY h_c_w_id, h_c_d_id, h_c_id) AS h "
         "ON h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id "
         "WHERE c_balance IS DISTINCT FROM coalesce(delivered, 0) - coalesce(paid, 0)"},
    {.name = "3.3.2.11",
     .says = "after the load, 2,100 orders of each district are not in new_order",
     .applies = unused,
     .broken = "SELECT concat('warehouse ', d_w_id, ', district ', d_id) AS place FROM district "
               "LEFT JOIN (SELECT o_w_id, o_d_id, count(*) AS made FROM orders GROUP BY o_w_id, o_d_id) AS o "
               "ON o_w_id = d_w_id AND o_d_id = d_id "
               "LEFT JOIN (SELECT no_w_id, no_d_id, count(*) AS new FROM new_order GROUP BY no_w_id, no_d_id) AS n "
               "ON no_w_id = d_w_id AND no_d_id = d_id WHERE made - new IS DISTINCT FROM 2100"},
    {.name = "3.3.2.12",
     .says = "c_balance and c_ytd_payment are together what was delivered",
     .broken = "SELECT " CUSTOMER_OF " AS place FROM customer LEFT JOIN " DELIVERED
               " WHERE c_balance + c_ytd_payment IS DISTINCT FROM coalesce(delivered, 0)"},
    {.name = "stock-quantity",
     .says = "s_quantity is from 10 to 100",
     .broken = "SELECT concat('warehouse ', s_w_id, ', item ', s_i_id) AS place FROM stock "
               "WHERE s_quantity IS NULL OR s_quantity < 10 OR s_quantity > 100"},
    {.name = "stock-counts",
     .says = "s_ytd, s_order_cnt and s_remote_cnt are what the lines since the load ordered",
     .broken = "SELECT concat('warehouse ', s_w_id, ', item ', s_i_id) AS place FROM stock FULL JOIN "
               "(SELECT ol_supply_w_id, ol_i_id, sum(ol_quantity) AS ytd, count(*) AS lines, "
               "sum(CASE WHEN ol_w_id <> ol_supply_w_id THEN 1 ELSE 0 END) AS remote FROM order_line WHERE ol_o_id > 3000 "
               "GROUP BY ol_supply_w_id, ol_i_id) AS l ON ol_supply_w_id = s_w_id AND ol_i_id = s_i_id "
               "WHERE s_i_id IS NULL OR s_ytd <> coalesce(ytd, 0) OR s_order_cnt <> coalesce(lines, 0) "
               "OR s_remote_cnt <> coalesce(remote, 0)"},
    {.name = "payment-count",
     .says = "c_payment_cnt is the customer's rows of history",
     .broken =
         "SELECT " CUSTOMER_OF " AS place FROM customer LEFT JOIN "
         "(SELECT h_c_w_id, h_c_d_id, h_c_id, count(*) AS payments FROM history GROUP BY h_c_w_id, h_c_d_id, h_c_id) AS h "
         "ON h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id "
         "WHERE c_payment_cnt IS DISTINCT FROM coalesce(payments, 0)"},
    {.name = "delivery-count",
     .says = "c_delivery_cnt is the customer's orders that were delivered since the load",
     .broken = "SELECT " CUSTOMER_OF " AS place FROM customer LEFT JOIN "
               "(SELECT o_w_id, o_d_id, o_c_id, count(*) AS orders FROM orders WHERE o_id > 2100 AND o_carrier_id IS NOT NULL "
               "GROUP BY o_w_id, o_d_id, o_c_id) AS o ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id "
               "WHERE c_delivery_cnt IS DISTINCT FROM coalesce(orders, 0)"},
    {.name = "all-local",
     .says = "o_all_local says whether all lines come from home",
     .broken = "SELECT concat('warehouse ', ol_w_id, ', district ', ol_d_id, ', order ', ol_o_id) AS place FROM orders JOIN "
               "(SELECT ol_w_id, ol_d_id, ol_o_id, min(CASE WHEN ol_supply_w_id = ol_w_id THEN 1 ELSE 0 END) AS is_local "
               "FROM order_line GROUP BY ol_w_id, ol_d_id, ol_o_id) AS l "
               "ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE o_all_local IS DISTINCT FROM is_local"},
    {.name = "amount",
     .says = "ol_amount since the load is the quantity times the price, without tax and discount",
     .broken = "SELECT concat('warehouse ', ol_w_id, ', district ', ol_d_id, ', order ', ol_o_id) AS place FROM order_line "
               "LEFT JOIN item ON i_id = ol_i_id WHERE ol_o_id > 3000 AND ol_amount IS DISTINCT FROM ol_quantity * i_price"},
};

const struct condition *
tpcc_condition(const struct workload_options *o, size_t index)
{
    return index < ARRAY_LENGTH(conditions) ? &conditions[index] : NULL;
}
