-- Calls counted per rule and keyed hash of an address or account, shared by all server processes.
-- Not logged: the counts are worth nothing after a crash, and writing them must cost little.
-- The columns and their order are what rate-limiter-flexible's PostgreSQL store expects.
create unlogged table private.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; null never ends.
  expire bigint
);

create index rate_limits_expire on private.rate_limits (expire);
