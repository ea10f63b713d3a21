-- Calls counted per rule and keyed hash of an address or account, shared by all processes
-- (server/http/guard/rate-limits.ts). Unlogged, because the counts are worthless after a crash and writing them has to be
-- cheap. The columns and their order are required by the PostgreSQL store of rate-limiter-flexible.
create unlogged table private.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; null: does not expire.
  expire bigint
);

create index rate_limits_expire on private.rate_limits (expire);
