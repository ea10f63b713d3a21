-- Tables that nobody but the server reads. The Data API exposes schema public only, and no role of a request may
-- enter here.
create schema if not exists private;

revoke all on schema private from public, anon, authenticated, service_role;
