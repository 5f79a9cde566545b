CREATE INDEX "members_digest_at_index" ON "members" USING btree ("digest_at") WHERE "members"."digest_at" is not null;
