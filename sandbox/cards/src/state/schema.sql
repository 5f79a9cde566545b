create schema if not exists cards;

-- The objects of the API. `body` is what callers see; `hidden` is what they don't.
create table if not exists cards.objects (
  id text primary key,
  kind text not null,
  -- The order of creation: lists start with the newest.
  sequence bigint not null generated always as identity unique,
  -- The next change that only time causes, by the business clock.
  due_at timestamptz,
  body jsonb not null,
  hidden jsonb not null default '{}'
);

create index if not exists objects_by_kind on cards.objects (kind, sequence desc);
create index if not exists objects_by_content on cards.objects using gin (body jsonb_path_ops);
create index if not exists objects_by_due on cards.objects (due_at) where due_at is not null;

-- Events on their way to the webhook endpoint. The business clock decides when, the wall clock how long a lease lasts.
create table if not exists cards.notices (
  id bigint primary key generated always as identity,
  event text not null references cards.objects (id),
  attempts integer not null default 0,
  due_at timestamptz not null,
  leased_until timestamptz
);

create index if not exists notices_by_due on cards.notices (due_at, id);

-- Answers by idempotency key, for 24 hours of the wall clock.
create table if not exists cards.idempotency_keys (
  key text primary key,
  request_hash text not null,
  request_id text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default now()
);

create index if not exists idempotency_keys_by_age on cards.idempotency_keys (created_at);

create table if not exists cards.trouble (
  id bigint primary key generated always as identity,
  kind text not null,
  times integer not null
);
