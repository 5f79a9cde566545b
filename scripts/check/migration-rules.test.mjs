import { describe, expect, it } from "vitest";
import { findMistakes } from "./migration-rules.mjs";

const columns = { deliveries: ["id", "status"], notes: ["id"] };
const check = (text) => findMistakes(text, columns);

describe("refuses a change that blocks a running installation, or that the release before can't bear", () => {
  const refused = [
    ["update deliveries set status = 'x'", /backfill/],
    ["delete from deliveries where status = 'x'", /backfill/],
    ["insert into notes select id from deliveries", /backfill/],
    ["-- backfill\nupdate deliveries set status = 'x' where status = 'y'", /needs a limit/],
    ["-- backfill\nalter table deliveries add note text", /only changes rows/],
    [
      "alter table deliveries add day date generated always as (created_at::date) stored",
      /stored generated column/,
    ],
    ["alter table deliveries add number integer generated always as identity", /identity/],
    ["alter table deliveries add number bigserial", /identity/],
    ["alter table deliveries add note text not null", /have no value/],
    ["alter table deliveries add token uuid default gen_random_uuid()", /for each row/],
    ["alter table deliveries add token uuid default uuidv7() not null", /for each row/],
    ["alter table deliveries add note text unique", /index would block/],
    ["alter table deliveries add note text check (note <> '')", /NOT VALID/],
    ["alter table deliveries add owner uuid references users (id)", /NOT VALID/],
    ["alter table deliveries alter status type varchar(10)", /rewrites/],
    ["alter table deliveries alter column status set not null", /NOT NULL column NOT VALID/],
    ["alter table deliveries add constraint one check (status <> '')", /NOT VALID/],
    ["alter table deliveries add constraint one foreign key (id) references notes (id)", /NOT VALID/],
    ["alter table deliveries add constraint one unique (status)", /USING INDEX/],
    ["alter table deliveries add primary key (id)", /USING INDEX/],
    [
      "alter table deliveries add constraint one check (a > 0) not valid; alter table deliveries validate constraint one",
      /own/,
    ],
    ["alter table deliveries add constraint one check (a > 0) not valid, validate constraint one", /own/],
    ["alter table deliveries drop column status", /next release/],
    ["alter table deliveries rename column status to state", /old name/],
    ["alter table deliveries rename to attempts", /old name/],
    ["drop table notes", /next release/],
    ["truncate deliveries", /rows/],
    ["create index concurrently one on deliveries (status)", /concurrently/],
    [
      "alter table deliveries add note text;\n--> statement-breakpoint\ncreate index one on deliveries (note)",
      /own/,
    ],
    ["reindex table deliveries", /writes/],
    ["lock table deliveries", /lock/],
    ["do $$ begin update deliveries set status = 'x'; end $$", /block/],
    ["alter table deliveries set unlogged", /rewrites/],
  ];
  it.each(refused)("%s", async (text, reason) => {
    expect(await check(text)).toEqual([expect.stringMatching(reason)]);
  });
});

describe("accepts a change of which a running installation notices nothing", () => {
  const accepted = [
    "alter table deliveries add note text",
    "alter table deliveries add count integer default 0 not null",
    "alter table deliveries add tags text[] default '{}'::text[] not null",
    "alter table deliveries add seen timestamptz default now()",
    "alter table deliveries add day date generated always as (created_at::date) virtual",
    "alter table deliveries add constraint one check (status <> '') not valid",
    "alter table deliveries validate constraint one",
    "alter table deliveries add constraint one unique using index one_index",
    "alter table deliveries drop column note",
    "alter table deliveries alter status drop not null",
    'CREATE INDEX "one" ON "deliveries" USING btree ("status")',
    "-- backfill\nupdate deliveries set note = '' where id in (select id from deliveries where note is null limit 1000)",
    "create table words (id uuid primary key, text text unique, note_id uuid references notes (id));\n--> statement-breakpoint\ncreate index one on words (text);\n--> statement-breakpoint\ninsert into words select id from notes",
    "insert into notes (id) values ('019c2000-0000-7000-8000-000000000001')",
    "drop index one",
    "drop table words",
    "create function one() returns integer language sql return 1",
  ];
  it.each(accepted)("%s", async (text) => {
    expect(await check(text)).toEqual([]);
  });
});
