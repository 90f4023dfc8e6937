-- What was sold of each category in a stretch of purchases.
\set first random(1, 19800)
SELECT c.name, sum(l.amount) AS sold, sum(l.amount * i.price) AS earned
FROM purchase_line l JOIN item i ON i.id = l.item_id JOIN category c ON c.id = i.category_id
WHERE l.purchase_id BETWEEN :first AND :first + 200
GROUP BY c.name ORDER BY earned DESC LIMIT 10;
