-- The advisory locks of the product. Each number is written once, here; SQL and TypeScript ask these functions for it.
-- Two more exist outside of this schema: adapters/db/migrate.ts serializes migrations, which run before this file does,
-- and platform/auth locks by hashes of names (keys/signing-keys.ts) and of mail addresses (limits/mails.ts).

-- Guards the boards. Whoever writes single days or moves a window holds it shared; whoever opens or closes a season, or
-- rebuilds a board holds it exclusively. The function is immutable, so the planner replaces the call by its number.
create function private.boards_lock() returns bigint
language sql immutable parallel safe
return 742051;

-- Guards the window of one board, together with its id: whoever moves the window holds it exclusively, whoever writes
-- single days holds those of all boards that have one shared. So no change of a day is applied to a window that has moved
-- only half, and the windows of two boards move at the same time.
create function private.windows_lock() returns integer
language sql immutable parallel safe
return 742053;

-- Guards the cells of the fingerprints: together with a cell it is the lock of whoever looks for, and then writes,
-- recordings in that cell. A lock of two numbers never meets one of a single number.
create function private.twins_lock() returns integer
language sql immutable parallel safe
return 742052;

-- Takes the lock on the boards exclusively until the transaction ends: domain/competition/boards/maintain.ts,
-- boards/slide.ts, seasons/close.ts and scoring/recompute.ts call it.
create function private.lock_boards() returns void
language sql
begin atomic
  select pg_advisory_xact_lock(private.boards_lock());
end;

-- Takes the lock on the window of one board until the transaction ends: private.move_window calls it.
create function private.lock_window(board smallint) returns void
language sql
begin atomic
  select pg_advisory_xact_lock_shared(private.boards_lock());
  select pg_advisory_xact_lock(private.windows_lock(), board);
end;

revoke execute on function private.boards_lock, private.windows_lock, private.twins_lock, private.lock_boards,
  private.lock_window from public;
