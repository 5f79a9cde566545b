create table if not exists registry.registrars (
  id text primary key,
  password_hash text not null
);

-- In cents. Commands are refused once the balance, with the credit limit, doesn't cover their price.
alter table registry.registrars
  add column if not exists opening_balance bigint not null default 100000000,
  add column if not exists credit_limit bigint not null default 100000;

-- What was charged (negative) and refunded. Only inserted, so that concurrent commands don't wait for each other.
create table if not exists registry.account_entries (
  id bigint generated always as identity primary key,
  registrar text not null references registry.registrars (id),
  cents bigint not null
);
create index if not exists account_entries_by_registrar on registry.account_entries (registrar) include (cents);

create sequence if not exists registry.roid;

create table if not exists registry.domains (
  name text primary key,
  roid text not null unique default 'D' || nextval('registry.roid') || '-ZPSBX',
  sponsor text not null references registry.registrars (id),
  -- Only explicit statuses; "ok", "inactive" and those of a phase or a transfer are derived.
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

alter table registry.domains
  -- The phase of a deleted domain: redemption, pending_restore, pending_delete; null while it is registered.
  add column if not exists phase text check (phase in ('redemption', 'pending_restore', 'pending_delete')),
  add column if not exists phase_ends_at timestamptz,
  add column if not exists redemption_ends_at timestamptz,
  -- Delays the auto-renewal of a domain that was restored after its expiry date.
  add column if not exists auto_renew_not_before timestamptz,
  -- With the key interface, the keys that the DS records are computed from.
  add column if not exists key_data jsonb not null default '[]',
  -- RFC 5910 section 3.3, in seconds.
  add column if not exists max_sig_life integer,
  -- The table that an internationalized name was registered with.
  add column if not exists idn_table text,
  add column if not exists graces jsonb not null default '[]',
  -- The latest transfer, pending or completed.
  add column if not exists transfer jsonb,
  add column if not exists transfer_due_at timestamptz;
-- The domain's next scheduled change. Generated, so that it always matches the dates.
alter table registry.domains add column if not exists due_at timestamptz not null generated always as (
  least(coalesce(phase_ends_at, greatest(expires_at, auto_renew_not_before)), transfer_due_at)
) stored;

create index if not exists domains_by_due on registry.domains (due_at, name);
create index if not exists domains_by_nameserver on registry.domains using gin (nameservers);
create index if not exists domains_by_contact on registry.domains using gin (contacts jsonb_path_ops);
create index if not exists domains_by_registrant on registry.domains (registrant);
drop index if exists registry.domains_by_sponsor_and_expiry;

create table if not exists registry.contacts (
  id text primary key,
  roid text not null unique default 'C' || nextval('registry.roid') || '-ZPSBX',
  sponsor text not null references registry.registrars (id),
  statuses text[] not null default '{}',
  postal_infos jsonb not null,
  voice jsonb,
  fax jsonb,
  email text not null,
  auth_info_hash text,
  disclosure jsonb,
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz
);

alter table registry.contacts
  -- The latest transfer, pending or completed.
  add column if not exists transfer jsonb,
  add column if not exists transfer_due_at timestamptz,
  add column if not exists transferred_at timestamptz;
create index if not exists contacts_due on registry.contacts (transfer_due_at);

create table if not exists registry.hosts (
  name text primary key,
  roid text not null unique default 'H' || nextval('registry.roid') || '-ZPSBX',
  sponsor text not null references registry.registrars (id),
  -- The domain of this registry above the host, whether or not it is registered.
  superordinate text,
  statuses text[] not null default '{}',
  addresses jsonb not null default '[]',
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  transferred_at timestamptz
);

create index if not exists hosts_by_superordinate on registry.hosts (superordinate);

create table if not exists registry.poll_messages (
  id bigint generated always as identity primary key,
  registrar text not null references registry.registrars (id),
  queued_at timestamptz not null,
  text text not null,
  -- The message's subject in the EPP codec's format; dates are ISO 8601 texts.
  subject jsonb
);

-- Who changed the subject, and why (RFC 8590), in the codec's format.
alter table registry.poll_messages add column if not exists change jsonb;
-- Earlier versions stored reasons that RFC 8590 doesn't allow, and a message that can't be sent would block its queue.
update registry.poll_messages set change = change - 'reason' where length(change ->> 'reason') > 32;

-- By date, because scheduled changes are applied late but queued with their own date.
create index if not exists poll_messages_in_order on registry.poll_messages (registrar, queued_at, id);
drop index if exists registry.poll_messages_by_registrar;

create table if not exists registry.trouble (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The affected EPP command, such as domain:update; null for any.
  command text,
  code integer,
  delay_ms bigint,
  times integer not null default 1
);

alter table registry.trouble drop constraint if exists trouble_kind_check;
alter table registry.trouble alter column delay_ms type bigint;

-- Commands whose response was 1001, to be executed later.
create table if not exists registry.pending_commands (
  id bigint generated always as identity primary key,
  registrar text not null references registry.registrars (id),
  -- The original frame.
  xml text not null,
  cl_trid text,
  sv_trid text not null,
  -- Null: only on request.
  due_at timestamptz
);

-- The seedings that have run, so that each runs once.
create table if not exists registry.seedings (name text primary key);
