-- What a Supabase project contains before its first migration: the roles of requests, and schema auth with the
-- functions used by policies. Runs as a superuser or as an owner with CREATEROLE.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    -- Roles belong to the whole server: another database may have created them, perhaps concurrently.
    continue when exists (select from pg_roles where rolname = wanted);
    begin
      execute format(
        'create role %I noinherit %s %s',
        wanted,
        case wanted when 'authenticator' then 'login' else 'nologin' end,
        case wanted when 'service_role' then 'bypassrls' else '' end
      );
      execute case wanted
        when 'anon' then 'alter role anon set statement_timeout = ''3s'''
        when 'authenticated' then 'alter role authenticated set statement_timeout = ''8s'''
        when 'authenticator' then 'alter role authenticator set statement_timeout = ''8s'''
        else 'select'
      end;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        if wanted <> 'service_role' then
          raise;
        end if;
        -- Only a role with BYPASSRLS may grant it. Otherwise, policies added after each migration replace it.
        create role service_role noinherit nologin;
    end;
  end loop;

  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role('authenticator', wanted, 'member') then
      execute format('grant %I to authenticator', wanted);
    end if;
    -- The server connects as the owner and takes on the role of each request.
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end
$$;

grant usage on schema public to anon, authenticated, service_role;

alter default privileges in schema public grant all on tables to anon, authenticated, service_role;

alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

create schema if not exists extensions;

grant usage on schema extensions to anon, authenticated, service_role;

create schema if not exists auth;

grant usage on schema auth to anon, authenticated, service_role;

-- The verified claims of the request's token, null outside of a request.
create function auth.jwt() returns jsonb
language sql stable
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

-- The signed-in account. `request.jwt.claim.<name>` is how older gateways pass single claims.
create function auth.uid() returns uuid
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.sub', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
)::uuid;

create function auth.role() returns text
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.role', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
);

create function auth.email() returns text
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.email', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
);
