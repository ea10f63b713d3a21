-- At least one row in every table of the migrations in this folder, with what is easily lost: nulls, JSON, bytes, generated
-- columns, gaps in ids, sequences that are ahead of the rows.
insert into auth.users (id, email, created_at) values
  ('6f1e2d3c-0000-4000-8000-000000000001', 'ana@mail.example', '2026-11-01Z'),
  ('6f1e2d3c-0000-4000-8000-000000000002', 'ben@mail.example', '2026-11-01Z');

insert into public.seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset)
values ('monthly', 'month-2026-11', '2026-11-01', '2026-11-30', '2026-11-01Z', '2026-12-01Z', '2026-12-03Z', 1);
insert into public.boards (slug, from_on, to_on, days) values ('last-14-days', '2026-11-07', '2026-11-20', 14);
insert into public.boards (slug, from_on, to_on, season_id) values ('month-2026-11', '2026-11-01', '2026-11-30', 1);

insert into public.athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
values ('gone', 'Gone', 'gone', 'Yes.', '2026-11-01Z', '2026-11-01Z');
delete from public.athletes;
insert into public.athletes (user_id, slug, display_name, search_name, consent_text, consent_at, joined_at, club) values
  ('6f1e2d3c-0000-4000-8000-000000000001', 'ana', 'Ána', 'ana', 'Yes.', '2026-11-01Z', '2026-11-01Z', 'member'),
  ('6f1e2d3c-0000-4000-8000-000000000002', 'ben', 'Ben', 'ben', 'Yes.', '2026-11-01Z', '2026-11-01Z', 'unknown');
insert into private.athlete_revisions values (2, 7);

insert into public.activities (
  athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s, distance_m,
  received_at, status, reason
) values (2, 'file', 'a', 'run', 'Run', null, '2026-11-10Z', -28800, '2026-11-09', 3600, 3500, 10000, '2026-11-10Z', 'counted', 'counted');
insert into public.athlete_days (
  athlete_id, local_on, points, active, moving_s, distance_m, reached_at, restricted, ruleset, lines, exceptions
) values
  (2, '2026-11-09', 40, true, 3500, 10000, '2026-11-10Z', true, 1, '[{"part": "run", "points": 40}]', null),
  (2, '2026-11-30', 20, true, 1800, 5000, '2026-11-30Z', false, 1, '[]', '{"2": {"points": 5, "active": true, "restricted": false, "reached_at": "2026-11-30T00:00:00Z"}}'),
  (3, '2026-11-10', 30, true, 3000, 9000, '2026-11-11Z', false, 1, '[]', null);
insert into private.ranks_yesterday values (2, 2, 1);
insert into private.settings values ('ranks_kept_on', '2026-11-20');
update private.settings set value = 'public' where name = 'strava_display';

insert into private.receipts values ('strava', 'e1', '{"a": 1}', '2026-11-10Z', null);
insert into private.strava_connections values (2, '77', 'sealed', 'sealed', '2026-11-10Z', 'read', '2026-11-01Z', null);
insert into private.strava_invitations values ('hash', 3, '2026-11-10Z');
insert into private.strava_usage values ('read', '2026-11-10Z', 100, 3, '2026-11-10', 1000, 30);
insert into public.imports values ('6f1e2d3c-0000-4000-8000-0000000000a1', 2, '2026-11-10Z', null);
insert into public.import_files values ('6f1e2d3c-0000-4000-8000-0000000000a1', 'a.fit', 'refused', 'Not a recording.', 0, '2026-11-10Z');
insert into public.import_uploads values ('6f1e2d3c-0000-4000-8000-0000000000a1', 0, 'a.fit', 3, '2026-11-10Z', null);
insert into private.import_parts values ('6f1e2d3c-0000-4000-8000-0000000000a1', 0, 0, '\x00ff10', '2026-11-10Z');

insert into public.season_results values (1, 1, 2, 1, 45, 2, 1, '2026-11-30Z', 1);
insert into public.disqualifications values (1, 3, 'A car.', '2026-11-30Z');
insert into public.prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until, address)
values (1, 1, 'A medal', 2, 'claimed', 995, '2026-12-03Z', '2026-12-17Z', '{"city": "Zürich"}');

insert into public.submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status_at, mails_due)
values ('apply', 1, 'k', 'eve@mail.example', 'Eve', '{"why": "to run"}', 'Yes.', '2026-11-10Z', '2026-11-10Z', true);
insert into public.submission_history (submission_id, at, status, answers)
select id, '2026-11-11Z', 'in-review', '{"why": "to walk"}' from public.submissions;
insert into public.subscribers (id, email, created_at, manage_hash, bounces, bounced_at)
values ('6f1e2d3c-0000-4000-8000-0000000000b1', 'eve@mail.example', '2026-11-10Z', '\x01', 1, '2026-11-12Z');
insert into public.subscriptions (subscriber_id, list, state, requested_at, confirm_hash)
values ('6f1e2d3c-0000-4000-8000-0000000000b1', 'news', 'pending', '2026-11-10Z', '\x02');
insert into public.consent_log (subscriber_id, list, event, at, source, consent_text)
values ('6f1e2d3c-0000-4000-8000-0000000000b1', 'news', 'requested', '2026-11-10Z', 'form 1', 'Yes.');
insert into private.confirmation_mails values ('key', '2026-11-10Z');
insert into private.suppressions values ('key', 'complaint', '2026-11-10Z', null);
insert into public.newsletter_issues (list, subject, markdown, html, created_at, updated_at, places)
values ('news', 'Hello', '# Hello', '<h1>Hello</h1>', '2026-11-10Z', '2026-11-10Z', 12);
insert into public.newsletter_deliveries (issue_id, subscriber_id) values (1, '6f1e2d3c-0000-4000-8000-0000000000b1');

insert into public.event_occurrences values ('track', '2026-12-01', '2026-12-01Z', 10, 1);
insert into public.event_signups (event, held_on, name, email, state, asked_at, place_no, manage_hash)
values ('track', '2026-12-01', 'Eve', 'eve@mail.example', 'going', '2026-11-10Z', nextval('private.event_places'), '\x03');

insert into public.orders (key, kind, product, name, mode, amount_cents, test, prize_id, created_at, paid_at, total_cents, refunded_cents)
values ('click', 'shipping', 'prize-shipping', 'Shipping', 'payment', 995, true, 1, '2026-12-04Z', '2026-12-04Z', 1050, 1050);
insert into public.paid_subscriptions (
  id, order_id, kind, product, name, state, amount_cents, started_at, read_no, checked_at
) select 'sub_1', id, 'donation', 'monthly', 'Monthly', 'active', 500, '2026-12-04Z', nextval('private.payment_reads'), '2026-12-04Z'
from public.orders;
insert into private.payment_events values ('evt_1', 'charge.refunded', '2026-12-04Z', '2026-12-04Z');
insert into private.payment_customers values ('6f1e2d3c-0000-4000-8000-000000000001', 'cus_1', '2026-12-04Z');
insert into private.payments_sandbox_objects (id, object, data) values ('evt_1', 'event', '{"id": "evt_1"}');
insert into private.payments_sandbox_answers values ('key', 'print', '{"ok": true}', '2026-12-04Z');
insert into private.payments_sandbox_deliveries (event_id, queued_at) values ('evt_1', '2026-12-04Z');

insert into private.mails (kind, message) values ('auth.recovery', '{"to": "ana@mail.example"}');
insert into private.rate_limits values ('key', 3, 1796000000000);
