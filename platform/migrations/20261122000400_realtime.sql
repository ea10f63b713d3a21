-- Schema realtime as a Supabase project has it: the table to which policies of private channels apply, and the
-- functions for policies and triggers. Objects marked "Ours" are used by this server's own processes.

create schema if not exists realtime;

grant usage on schema realtime to anon, authenticated, service_role;

-- Broadcasts sent by the database, and those that clients request to be stored, for three days. Policies on it decide
-- who may use a private channel: `select` to receive, `insert` to send; `extension` is 'broadcast', 'presence', or
-- 'persistence' for those who may have their broadcasts stored, and `realtime.topic()` the name of the channel.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid primary key default gen_random_uuid(),
  -- Instead of `payload`, for bytes.
  binary_payload bytea,
  -- Stored by the server at a client's request, after delivery to the channel.
  skip_broadcast boolean not null default false,
  -- The end of its replays.
  expires_at timestamp
);
create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc);
create index messages_inserted_at_idx on realtime.messages (inserted_at);

alter table realtime.messages enable row level security;

grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The channel that is being authorized.
create function realtime.topic() returns text
language sql stable
return nullif(current_setting('realtime.topic', true), '');

-- Sends to everybody in a channel when the transaction commits, if the policies allow it for the role of the
-- transaction. The payload gets the id of the message, unless it has one. As in Supabase, a failure to send is only a
-- warning, and the transaction continues.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    id,
    case
      when jsonb_typeof(payload) = 'object' and not payload ? 'id' then payload || jsonb_build_object('id', id)
      else payload
    end,
    event, topic, private, 'broadcast'
  );
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end;
$$;

-- The same for bytes.
create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end;
$$;

-- For triggers: sends the change of a row, as `{schema, table, operation, record, old_record}`.
create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema,
      'table', table_name,
      'operation', operation,
      'record', to_jsonb(new),
      'old_record', to_jsonb(old)
    ),
    event_name,
    topic_name
  );
end;
$$;

-- Received by platform/realtime/processes/bus.ts.
create function realtime.tell_processes() returns trigger
language plpgsql as $$
begin
  perform pg_notify('b4m_realtime', json_build_object('kind', 'message', 'id', new.id)::text);
  return null;
end;
$$;

create trigger tell_processes after insert on realtime.messages
for each row when (new.extension = 'broadcast' and not new.skip_broadcast) execute function realtime.tell_processes();

revoke execute on all functions in schema realtime from public;
grant execute on function realtime.topic() to anon, authenticated, service_role;
-- Triggers on tables written by members run with the member's role, so the policies on `realtime.messages` apply to
-- their messages.
grant execute on function
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
to anon, authenticated, service_role;

-- Ours: the running server processes. A killed one is removed by the others.
create unlogged table realtime.processes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- Ours: who is present in which channel, by process.
create unlogged table realtime.presences (
  ref text primary key,
  process uuid not null references realtime.processes on delete cascade,
  topic text not null,
  private boolean not null,
  key text not null,
  meta jsonb not null,
  tracked_at timestamptz not null default now()
);
create index presences_topic_idx on realtime.presences (topic, private);
create index presences_process_idx on realtime.presences (process);

-- Ours: messages between processes that are too large for a notification.
create unlogged table realtime.relayed (
  id bigint generated always as identity primary key,
  body text not null,
  sent_at timestamptz not null default now()
);
create index relayed_sent_at_idx on realtime.relayed (sent_at);

-- The tables whose changes may be subscribed to, by the name that Supabase uses. Empty until an operator adds tables.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

-- Ours: changes of watched tables, until every process that watches one has read them. Unlogged: after a crash of
-- PostgreSQL it is empty, and so is `readers`, which lets processes detect it.
create unlogged table realtime.changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  relation oid not null,
  type text not null,
  record jsonb,
  old_record jsonb,
  -- The row was too large: only its small values are stored.
  cut boolean not null default false,
  changed_at timestamptz not null default clock_timestamp()
);
create index changes_transaction_idx on realtime.changes (transaction);

-- Ours: the tables that a process watches, and the transactions up to which it has read their changes.
create unlogged table realtime.readers (
  process uuid primary key references realtime.processes on delete cascade,
  relations oid[] not null,
  position pg_snapshot not null default pg_current_snapshot()
);

-- The values of a row of at most 64 bytes, as Supabase sends them for rows larger than 1 MB.
create function realtime.small_values(value jsonb) returns jsonb
language sql immutable
begin atomic
  select coalesce(jsonb_object_agg(one.key, one.value), '{}')
  from jsonb_each($1) as one where octet_length(one.value::text) <= 64;
end;

-- The trigger that is added to a table when it is first watched (platform/realtime/changes/watch.ts). It writes in the
-- transaction of the change.
create function realtime.keep_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 1048576;
  record jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_record jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  cut constant boolean := coalesce(pg_column_size(record), 0) > most or coalesce(pg_column_size(old_record), 0) > most;
begin
  if cut then
    record := realtime.small_values(record);
    old_record := realtime.small_values(old_record);
  end if;
  insert into realtime.changes (relation, type, record, old_record, cut)
  values (tg_relid, tg_op, record, old_record, cut);
  return null;
end;
$$;
revoke execute on function realtime.small_values(jsonb), realtime.keep_change() from public;

-- Ours: what many callers of one role may see of changes, under the policies (platform/realtime/changes/visible.ts). A caller is
-- {claims, sub, ids}; `statement` reads `asked`, the questions whose ids are the caller's. It is prepared once and executed for
-- each caller with their claims: within one execution PostgreSQL would ask `(select auth.uid())` only once. Each caller's part is
-- rolled back, so that nothing that a policy's function remembers in a setting reaches the next one. A caller whose policies
-- fail gets one row without id. The transaction keeps the role, so it must end.
create function realtime.sights(role text, callers jsonb, questions jsonb, statement text)
returns table (caller integer, id text, record boolean, old boolean)
language plpgsql as $$
declare
  who jsonb;
begin
  if exists (select from pg_catalog.pg_prepared_statements p where p.name = 'realtime_sights') then
    deallocate realtime_sights;
  end if;
  perform pg_catalog.set_config('role', sights.role, true), pg_catalog.set_config('request.jwt.claim.role', sights.role, true);
  if current_user <> sights.role then
    raise exception 'The role could not be taken';
  end if;
  execute 'prepare realtime_sights as with asked as materialized (select q from pg_catalog.jsonb_array_elements('
    || pg_catalog.quote_literal(questions) || '::pg_catalog.jsonb) as questions(q) where q ->> ''id'' = any (
      pg_catalog.current_setting(''realtime.asked'')::text[])) ' || statement;
  for number in 0 .. pg_catalog.jsonb_array_length(callers) - 1 loop
    who := callers -> number;
    caller := number;
    begin
      perform pg_catalog.set_config('request.jwt.claims', who ->> 'claims', true),
        pg_catalog.set_config('request.jwt.claim.sub', who ->> 'sub', true),
        pg_catalog.set_config('realtime.asked', who ->> 'ids', true);
      for id, record, old in execute 'execute realtime_sights' loop
        return next;
      end loop;
      raise sqlstate 'B4M01';
    exception when sqlstate 'B4M01' then
      null;
    when others then
      -- A lost connection, a shutdown or a full server says nothing about the policies.
      if sqlstate ~ '^(08|53|57P)' then
        raise;
      end if;
      id := null;
      return next;
    end;
  end loop;
  deallocate realtime_sights;
end;
$$;
revoke execute on function realtime.sights(text, jsonb, jsonb, text) from public;

-- No policies and no grants: only the server reads them.
alter table realtime.processes enable row level security;
alter table realtime.presences enable row level security;
alter table realtime.relayed enable row level security;
alter table realtime.changes enable row level security;
alter table realtime.readers enable row level security;
