-- Applies changes of activities to the records and days of several athletes, as planned by
-- domain/competition/scoring/plan.ts. domain/competition/scoring/ingest.ts calls it once for all athletes whose activities
-- arrive at the same moment, because setting up a statement, with its row types, checks and trigger conditions, and opening
-- and flushing a transaction took longer than the work itself.
--
-- athletes, seen_revisions   the athletes to write, and the revision of each on which the plan is based
-- newest_board               the highest board id on which the plan is based
-- put                        rows of activities, each with its athlete_id
-- mark                       { athlete_id, id, status, reason, counted_s, counted_m }: new verdicts of existing activities
-- remove                     ids of activities to delete
-- days                       rows of athlete_days, each with its athlete_id
-- emptied                    { athlete_id, local_on }: days without activities now
-- holding                    athletes with a new activity that must not be shown to visitors under its source's terms
-- prints                     { athlete_id, source, external_id, place, place_sketch, keys, span_s, samples }:
--                            fingerprints of activities in `put`; samples in base64, null if there are none now
-- cells, ... probes          the lookups by which the plan searched for duplicates (private.stored_since)
-- seen                       the snapshot in which it searched
-- own_cells, ... own_keys    the columns of the row of private.stored_prints that describes `prints`
-- The JSON parameters are null if there is nothing to do, and so are those of the lookups.
--
-- Returns the athletes who were written. An athlete whose revision has changed is skipped. If a board or a possible
-- duplicate was added in the meantime, no athlete is written. The caller reads the state again and makes a new plan for the
-- missing athletes.
--
-- Locks are taken in the order of the steps: athletes, boards, the windows (by the trigger), cells. Cells come last because
-- they have the most contention: a lock on a cell is held until the commit.
create function private.apply_plans(
  athletes bigint[], seen_revisions bigint[], newest_board smallint, put json, mark json, remove bigint[], days json,
  emptied json, holding bigint[], prints json, cells integer[], sketches bigint[], leasts integer[], mosts integer[],
  place_tolerance integer, probes integer[], seen pg_snapshot, own_cells integer[], own_sketches bigint[],
  own_spans integer[], own_keys integer[]
) returns bigint[]
language plpgsql
-- Uses generic plans, made once per connection: planning some of these statements took as long as executing them.
set plan_cache_mode = force_generic_plan
as $$
declare
  -- The athletes whose state has not changed since the plan was made.
  mine bigint[];
  printed integer;
begin
  -- 1. Claim the athletes: the revision is incremented, or the row is unchanged and the athlete is skipped.
  with claimed as (
    insert into private.athlete_revisions as r (athlete_id, revision)
    select athlete_id, before + 1 from unnest(athletes, seen_revisions) as x (athlete_id, before)
    -- Every caller takes the rows in this order, so that two batches cannot deadlock.
    order by athlete_id
    on conflict (athlete_id) do update set revision = excluded.revision where r.revision = excluded.revision - 1
    returning athlete_id
  )
  select coalesce(array_agg(athlete_id), '{}') into mine from claimed;

  -- 2. No season can open before the commit, so the result of the check of the boards remains valid.
  perform pg_advisory_xact_lock_shared(private.boards_lock());
  if newest_board is distinct from (select max(id) from public.boards) then
    return '{}';
  end if;

  -- 3. Activities.
  if cardinality(remove) > 0 then
    delete from public.activities x where x.id = any(remove) and x.athlete_id = any(mine);
  end if;
  if put is not null then
    insert into public.activities (
      athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
      distance_m, elevation_m, five_minutes_kmh, top_kmh, manual, flagged, indoor, virtual, is_public, detail,
      received_at, status, reason, decision, track_s, track_m, counted_s, counted_m, twin_of, credit,
      told_offset_s, ends, climb_mph, climb_bpm, recorder_model, recorder_key
    )
    select
      athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
      distance_m, elevation_m, five_minutes_kmh, top_kmh, manual, flagged, indoor, virtual, is_public, detail,
      received_at, status, reason, decision, track_s, track_m, counted_s, counted_m, twin_of, credit,
      told_offset_s, ends, climb_mph, climb_bpm, recorder_model, recorder_key
    from json_populate_recordset(null::public.activities, put)
    where athlete_id = any(mine)
    -- received_at is part of the plan: it remains the time of the first arrival, unless that was before the activity
    -- ended.
    on conflict (athlete_id, source, external_id) do update set
      kind = excluded.kind, sport = excluded.sport, name = excluded.name, started_at = excluded.started_at,
      utc_offset_s = excluded.utc_offset_s, local_on = excluded.local_on, elapsed_s = excluded.elapsed_s,
      moving_s = excluded.moving_s, distance_m = excluded.distance_m, elevation_m = excluded.elevation_m,
      five_minutes_kmh = excluded.five_minutes_kmh, top_kmh = excluded.top_kmh, manual = excluded.manual,
      flagged = excluded.flagged, indoor = excluded.indoor, virtual = excluded.virtual,
      is_public = excluded.is_public, detail = excluded.detail, status = excluded.status,
      received_at = excluded.received_at, reason = excluded.reason, decision = excluded.decision,
      track_s = excluded.track_s, track_m = excluded.track_m, counted_s = excluded.counted_s,
      counted_m = excluded.counted_m, twin_of = excluded.twin_of,
      credit = excluded.credit, told_offset_s = excluded.told_offset_s, ends = excluded.ends,
      climb_mph = excluded.climb_mph, climb_bpm = excluded.climb_bpm, recorder_model = excluded.recorder_model,
      recorder_key = excluded.recorder_key;
  end if;
  if mark is not null then
    update public.activities x
    set status = m.status, reason = m.reason, counted_s = m.counted_s, counted_m = m.counted_m
    from json_to_recordset(mark) m (
      athlete_id bigint, id bigint, status text, reason text, counted_s integer, counted_m integer
    )
    where x.id = m.id and x.athlete_id = m.athlete_id and x.athlete_id = any(mine);
  end if;
  if cardinality(holding) > 0 then
    update public.athletes set restricted_data = 'confirmed'
    where id = any(holding) and id = any(mine) and restricted_data = 'none';
  end if;

  -- 4. Days. The triggers on athlete_days apply these changes to the boards (private.move_standings).
  if emptied is not null then
    delete from public.athlete_days d
    using json_to_recordset(emptied) e (athlete_id bigint, local_on date)
    where d.athlete_id = e.athlete_id and d.local_on = e.local_on and d.athlete_id = any(mine);
  end if;
  if days is not null then
    insert into public.athlete_days (
      athlete_id, local_on, points, active, moving_s, distance_m, reached_at, restricted, ruleset, lines, exceptions, credits
    )
    select
      athlete_id, local_on, points, active, moving_s, distance_m, reached_at, restricted, ruleset, lines, exceptions, credits
    from json_populate_recordset(null::public.athlete_days, days)
    where athlete_id = any(mine)
    on conflict (athlete_id, local_on) do update set
      points = excluded.points, active = excluded.active, moving_s = excluded.moving_s,
      distance_m = excluded.distance_m, reached_at = excluded.reached_at, restricted = excluded.restricted,
      ruleset = excluded.ruleset, lines = excluded.lines, exceptions = excluded.exceptions,
      credits = excluded.credits;
  end if;

  -- 5. Recordings. Of two writers of the same recording, the second sees the first one's rows, because it searches the
  -- cell that the first has locked. Writers that only search a cell do not wait for each other. Of the keys, only those
  -- under which rows are stored are locked, which suffices because complete copies share most of their keys.
  if sketches is not null then
    perform
      case when is_own then pg_advisory_xact_lock(private.twins_lock(), cell)
      else pg_advisory_xact_lock_shared(private.twins_lock(), cell) end
    from (
      select cell, bool_or(own) as is_own
      from (
        select cell, false as own from unnest(cells) cell
        union all
        select cell, true from unnest(own_cells || own_keys) cell
      ) searched
      group by 1
      -- Always in this order, so that two batches cannot deadlock.
      order by 1
    ) locked;
    if private.stored_since(seen, cells, sketches, leasts, mosts, place_tolerance, probes) then
      raise exception using errcode = 'B4M01', message = 'Another recording that may be the same was stored since';
    end if;
    insert into private.stored_prints (cells, sketches, spans, keys)
    values (own_cells, own_sketches, own_spans, own_keys);
  end if;
  if prints is not null then
    insert into private.fingerprints as f (activity_id, place, place_sketch, keys, span_s, samples)
    select x.id, p.place, p.place_sketch, p.keys, p.span_s, decode(p.samples, 'base64')
    from json_to_recordset(prints) p (
      athlete_id bigint, source text, external_id text, place integer, place_sketch bigint,
      keys integer[], span_s integer, samples text
    )
    -- By primary key, one by one: there are few, regardless of the number of activities.
    cross join lateral (
      select id from public.activities
      where athlete_id = p.athlete_id and source = p.source and external_id = p.external_id
      offset 0
    ) x
    where p.samples is not null and p.athlete_id = any(mine)
    on conflict (activity_id) do update set
      place = excluded.place, place_sketch = excluded.place_sketch, keys = excluded.keys,
      span_s = excluded.span_s, samples = excluded.samples;
    get diagnostics printed = row_count;
    if printed < json_array_length(prints) then
      delete from private.fingerprints
      where activity_id in (
        select (
          select id from public.activities
          where athlete_id = p.athlete_id and source = p.source and external_id = p.external_id
        )
        from json_to_recordset(prints) p (athlete_id bigint, source text, external_id text, samples text)
        where p.samples is null and p.athlete_id = any(mine)
      );
    end if;
  end if;
  return mine;
exception when sqlstate 'B4M01' then
  -- Undoes all changes of this call.
  return '{}';
end
$$;

revoke execute on function private.apply_plans from public;
