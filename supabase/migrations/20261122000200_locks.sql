-- The advisory locks of the product. Each number is written once, here; SQL and TypeScript ask these functions for it.
-- Two more exist outside of this schema: adapters/db/migrate.ts serializes migrations, which run before this file does,
-- and platform/auth locks by hashes of names (keys/signing-keys.ts) and of mail addresses (limits/mails.ts).

-- Guards the windows of the boards. Whoever writes single days holds it shared; whoever moves a window, opens or closes a
-- season, or rebuilds a board holds it exclusively. So no change of a day is applied to a window that has moved only
-- half. The function is immutable, so the planner replaces the call by its number.
create function private.boards_lock() returns bigint
language sql immutable parallel safe
return 742051;

-- Guards the cells of the fingerprints: together with a cell it is the lock of whoever looks for, and then writes,
-- recordings in that cell. A lock of two numbers never meets one of a single number.
create function private.twins_lock() returns integer
language sql immutable parallel safe
return 742052;

-- Takes the lock on the boards exclusively until the transaction ends: domain/competition/boards/maintain.ts,
-- seasons/close.ts and scoring/recompute.ts call it.
create function private.lock_boards() returns void
language sql
begin atomic
  select pg_advisory_xact_lock(private.boards_lock());
end;

revoke execute on function private.boards_lock, private.twins_lock, private.lock_boards from public;
