-- Tables that only the server reads. The Data API exposes schema public alone, and no role used for requests has access
-- to this schema.
create schema if not exists private;

revoke all on schema private from public, anon, authenticated, service_role;

-- Single values that all processes share, by name:
--   service              the settings of the latest server run, as JSON, for commands; server/world/service-settings.ts
--   strava_display       who sees points from Strava, "members" or "public"; server/serve.ts writes it at every start
--   strava_subscription  Strava's id of our webhook; server/commands/strava.ts
--   polar_webhook        the sealed secret of our webhook at Polar; adapters/sources/polar/webhook.ts
--   newsletter_clicks    "on" while clicks on newsletter links are counted; domain/leads/newsletter/clicks.ts
--   comments             "off" while an operator has switched comments off; domain/community/comment-switches.ts
--   written_at           when a ready check last wrote; server/world/ready-checks.ts
--   installed_at         when the first migration ran; a backup is due a while after it
--   backed_up_at         when the last backup of the embedded database was complete; adapters/db/embedded/backup.ts
create table private.settings (
  name text primary key,
  value text not null
);

insert into private.settings (name, value) values ('strava_display', 'members'), ('installed_at', now()::text);
