-- Functions for event triggers that notify the Data API of changed tables or functions, as in PostgREST's
-- documentation. Only a superuser may create event triggers, so adapters/db/announce-changes.ts creates them where
-- permitted.

-- Equal notifications of one transaction are sent once. Triggers are ignored: no request depends on them, and
-- subscriptions to table changes create some.
create function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands()
    where schema_name is distinct from 'pg_temp' and command_tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA',
      'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE',
      'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
      'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE PROCEDURE', 'ALTER PROCEDURE', 'ALTER ROUTINE',
      'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE INDEX', 'CREATE CAST',
      'CREATE RULE', 'COMMENT'
    )
  ) then
    notify pgrst, 'reload schema';
  end if;
end;
$$;

create function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects()
    where not is_temporary and object_type in (
      'schema', 'table', 'foreign table', 'view', 'materialized view', 'function', 'procedure', 'type', 'domain',
      'index', 'cast', 'rule'
    )
  ) then
    notify pgrst, 'reload schema';
  end if;
end;
$$;

-- Triggers run their functions without this privilege.
revoke execute on function extensions.pgrst_ddl_watch() from public;
revoke execute on function extensions.pgrst_drop_watch() from public;
