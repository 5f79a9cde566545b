create schema if not exists registry;

create table if not exists registry.registrars (
  id text primary key,
  password_hash text not null
);

create sequence if not exists registry.roid;

create table if not exists registry.domains (
  name text primary key,
  roid text not null unique default 'D' || nextval('registry.roid') || '-ZPSBX',
  sponsor text not null references registry.registrars (id),
  -- Only what was set; "ok" and "inactive" follow from the rest.
  statuses text[] not null default '{}',
  nameservers text[] not null default '{}',
  registrant text,
  contacts jsonb not null default '[]',
  ds_records jsonb not null default '[]',
  auth_info_hash text,
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  expires_at timestamptz not null,
  transferred_at timestamptz
);

create index if not exists domains_by_sponsor_and_expiry on registry.domains (sponsor, expires_at);

create table if not exists registry.poll_messages (
  id bigint generated always as identity primary key,
  registrar text not null references registry.registrars (id),
  queued_at timestamptz not null,
  text text not null,
  -- What the message is about, as the EPP codec takes it; dates are ISO 8601 texts.
  subject jsonb
);

create index if not exists poll_messages_by_registrar on registry.poll_messages (registrar, id);

create table if not exists registry.trouble (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('slow', 'drop_before', 'drop_after_write', 'answer')),
  -- The EPP command that it strikes, such as domain:update; any when null.
  command text,
  code integer,
  delay_ms integer,
  times integer not null default 1
);
