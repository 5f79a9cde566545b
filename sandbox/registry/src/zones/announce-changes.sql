-- Notifies the zone publisher of names whose delegation may have changed. Without a listener, nothing is stored.
create or replace function registry.announce_zone_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'hosts' then
    if tg_op <> 'INSERT' and old.superordinate is not null then
      perform pg_notify('registry_zones', old.superordinate);
    end if;
    if tg_op <> 'DELETE' and new.superordinate is not null then
      perform pg_notify('registry_zones', new.superordinate);
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if (new.nameservers, new.ds_records, new.statuses, new.phase)
      is not distinct from (old.nameservers, old.ds_records, old.statuses, old.phase) then
      return null;
    end if;
    perform pg_notify('registry_zones', new.name);
  elsif tg_op = 'INSERT' then
    perform pg_notify('registry_zones', new.name);
  else
    perform pg_notify('registry_zones', old.name);
  end if;
  return null;
end
$$;

create or replace trigger announce_zone_change after insert or update or delete on registry.domains
  for each row execute function registry.announce_zone_change();
create or replace trigger announce_zone_change after insert or update or delete on registry.hosts
  for each row execute function registry.announce_zone_change();
