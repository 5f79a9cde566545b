import type { TransactionSql } from "postgres";

/** The schemas of our tables. Those of others, such as graphile-worker's, have migrations of their own. */
export const schemas = ["public", "mail_host"];

/**
 * Each object of our schemas, such as `column public.users.email`, with its definition. Without what a running version
 * makes or changes: partitions of days, and rights of the roles of mail hosts. Without the order of columns, which nothing
 * depends on.
 */
export async function describeSchema(tx: TransactionSql): Promise<Map<string, string>> {
  // All names are then written with their schema.
  await tx`set local search_path = ''`;
  const rows = await tx<{ name: string; definition: string }[]>`
    with objects as (
      select oid, relnamespace as namespace, 'pg_class'::regclass as class from pg_class
      union all select oid, pronamespace, 'pg_proc'::regclass from pg_proc
      union all select oid, typnamespace, 'pg_type'::regclass from pg_type
    ), ours as (
      select class, oid from objects
      where namespace = any (select oid from pg_namespace where nspname = any (${schemas}))
        and not exists (select from pg_depend where classid = class and objid = oid and deptype = 'e')
    ), relations as (
      select pg_class.*, oid::regclass as name from pg_class
      where oid in (select oid from ours where class = 'pg_class'::regclass)
    ), tables as (select * from relations where relkind not in ('i', 'I') and not relispartition)
    select format('%s %s', case relkind when 'v' then 'view' when 'm' then 'view' when 'S' then 'sequence' else 'table' end, name) as name,
      concat_ws(' ', relkind, relpersistence, relrowsecurity, (select string_agg(option, ' ' order by option) from unnest(reloptions) as option), pg_get_partkeydef(oid), pg_get_viewdef(oid),
        (select format('%s %s %s %s %s %s %s', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
          from pg_sequence where seqrelid = oid)) as definition
    from tables
    union all
    select format('partition %s', name), pg_get_expr(relpartbound, oid) from relations
    where relkind = 'r' and relispartition and pg_get_expr(relpartbound, oid) = 'DEFAULT'
    union all
    select format('column %s.%I', name, attname), concat_ws(' ', format_type(atttypid, atttypmod), attcollation::regcollation,
      attnotnull, attidentity, attgenerated, attstorage, attcompression, pg_get_expr(adbin, adrelid))
    from tables join pg_attribute on attrelid = tables.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind <> 'S'
    union all
    select format('constraint %I on %s', conname, coalesce(name::text, contypid::regtype::text)), pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint left join tables on tables.oid = conrelid
    where contype <> 'n' and (tables.oid is not null or contypid in (select oid from ours where class = 'pg_type'::regclass))
    union all
    select format('index %s', indexrelid::regclass), concat_ws(' ', indisvalid, pg_get_indexdef(indexrelid))
    from pg_index join tables on tables.oid = indrelid
    union all
    select format('trigger %I on %s', tgname, name), concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all
    select format('function %s', oid::regprocedure), concat_ws(' ', pg_get_functiondef(oid),
      exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0))
    from pg_proc where prokind <> 'a' and oid in (select oid from ours where class = 'pg_proc'::regclass)
    union all
    select format('type %s', oid::regtype), concat_ws(' ', typtype, format_type(typbasetype, typtypmod), typnotnull, typdefault,
      (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = oid))
    from pg_type where typtype in ('d', 'e') and oid in (select oid from ours where class = 'pg_type'::regclass)`;
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}
