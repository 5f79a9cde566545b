-- A claim may update every row of a page. At 60, 40 % of these updates needed another page, and new index entries.
ALTER TABLE "delivery_queue" SET (fillfactor = 45);
