-- The advisory locks of the product. Each number is defined once, here; SQL and TypeScript obtain it from these
-- functions. Two more exist outside this schema: adapters/db/migrate.ts serializes migrations, which run before this
-- file does, and platform/auth locks by hashes of names (keys/signing-keys.ts) and of mail addresses (limits/mails.ts).

-- Guards the boards. Writing single days or moving a window takes it in share mode; opening or closing a season, or
-- rebuilding a board, takes it exclusively. The function is immutable, so the planner replaces the call with its
-- number.
create function private.boards_lock() returns bigint
language sql immutable parallel safe
return 742051;

-- Together with a board's id, guards the window of that board. Moving the window takes it exclusively; writing single
-- days takes the locks of all boards with a window in share mode. Therefore no change of a day is applied to a window
-- that has moved only halfway, and the windows of two boards can move at the same time.
create function private.windows_lock() returns integer
language sql immutable parallel safe
return 742053;

-- Together with a cell, guards the fingerprints in that cell while recordings in it are searched for and then written.
-- A lock with two numbers never conflicts with a lock with one.
create function private.twins_lock() returns integer
language sql immutable parallel safe
return 742052;

-- Takes the lock on the boards exclusively until the transaction ends. Called by domain/competition/maintain.ts,
-- boards/slide.ts, seasons/close.ts and recompute.ts.
create function private.lock_boards() returns void
language sql
begin atomic
  select pg_advisory_xact_lock(private.boards_lock());
end;

-- Takes the lock on the window of one board until the transaction ends. Called by private.move_window.
create function private.lock_window(board smallint) returns void
language sql
begin atomic
  select pg_advisory_xact_lock_shared(private.boards_lock());
  select pg_advisory_xact_lock(private.windows_lock(), board);
end;

revoke execute on function private.boards_lock, private.windows_lock, private.twins_lock, private.lock_boards,
  private.lock_window from public;
