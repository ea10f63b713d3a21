-- Who has blocked whom. A block works in both directions and is never announced: to each other the two look like athletes
-- who are hidden, on every surface that knows its viewer. Only domain/community/block.ts writes here; nobody reads it
-- through the Data API, because a block must not be noticed by the one who is blocked.
create table private.blocks (
  blocker_id bigint not null references public.athletes (id) on delete cascade,
  blocked_id bigint not null references public.athletes (id) on delete cascade,
  -- The name that the blocker saw, because the athlete may hide it later and the blocker has to recognize the entry.
  blocked_name text not null,
  at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);

create index blocks_by_blocked on private.blocks (blocked_id);

-- The athletes from whom this account is kept apart, by a block of either side. Statements call it once, in a subselect:
-- `= any ((select private.apart_from(viewer))::bigint[])`.
create function private.apart_from(viewer uuid) returns bigint[]
language sql stable
begin atomic
  select coalesce(array_agg(other), '{}')
  from public.athletes a
  cross join lateral (
    select b.blocked_id as other from private.blocks b where b.blocker_id = a.id
    union all
    select b.blocker_id from private.blocks b where b.blocked_id = a.id
  ) pair
  where a.user_id = viewer;
end;

revoke execute on function private.apart_from from public;
