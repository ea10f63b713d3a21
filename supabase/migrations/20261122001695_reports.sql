-- What somebody has reported to the moderators, and what was decided. Only domain/community writes here.

-- A decision about everything reported about one subject. It outlives the person it concerns: erasing them removes the
-- texts and leaves the rule and the date (domain/community/privacy.ts).
create table private.moderation_decisions (
  id bigint generated always as identity primary key,
  -- 'athlete': the name and the page; 'photo'; 'comment'; 'page': an address of this site, about which only an operator can
  -- do something.
  subject_kind text not null check (subject_kind in ('athlete', 'photo', 'comment', 'page')),
  -- The athlete's or comment's id, the photo's version, or the page's path; null once the person is erased.
  subject_id text,
  -- What was shown when it was decided: the same is not reviewed twice for the same reason.
  fingerprint text,
  athlete_id bigint references public.athletes (id) on delete set null,
  action text not null check (action in ('hide', 'keep')),
  -- Decided by the weight of the reports; a person looks at it next.
  automatic boolean not null,
  -- A key of `reportReasons` in content/reports.ts: the clause of the terms.
  rule text not null,
  -- Why, in the moderator's words, for both sides; null once the person is erased, and for automatic decisions.
  statement text,
  -- The operator; null for an automatic decision and for a command in a shell.
  decided_by uuid,
  at timestamptz not null,
  -- The moderator took it back, an objection was upheld, or a person replaced an automatic decision.
  undone_at timestamptz,
  objection text check (length(objection) between 1 and 2000),
  objected_at timestamptz,
  reply text,
  replied_at timestamptz,
  upheld boolean,
  check ((replied_at is null) = (upheld is null))
);

create index moderation_decisions_by_athlete on private.moderation_decisions (athlete_id);
create index moderation_decisions_by_subject on private.moderation_decisions (subject_kind, subject_id);
create index moderation_objections_open on private.moderation_decisions (objected_at)
where objected_at is not null and replied_at is null;

create table private.reports (
  id bigint generated always as identity primary key,
  subject_kind text not null check (subject_kind in ('athlete', 'photo', 'comment', 'page')),
  subject_id text not null,
  fingerprint text not null,
  -- Of a comment: what it said when it was reported, because its writer can change or delete it.
  quoted text,
  -- Whom it concerns; null for a page. Erasing them erases the report.
  athlete_id bigint references public.athletes (id) on delete cascade,
  -- The member who reported it; null for somebody without an account, and once the member is erased.
  reporter_id bigint references public.athletes (id) on delete set null,
  reason text not null,
  note text check (length(note) <= 4000),
  at timestamptz not null,
  -- How much it weighed when it arrived, 0 to 1.5 (domain/community/weight.ts). Strangers and new accounts weigh nothing.
  weight real not null,
  -- A keyed hash of the reporter's network, so that one household weighs once; removed with the decision.
  network text,
  -- For somebody without an account: Article 16(2)(c) and (d) of Regulation (EU) 2022/2065.
  contact_name text check (length(contact_name) <= 120),
  contact_email text check (length(contact_email) <= 320),
  good_faith boolean not null default false,
  decision_id bigint references private.moderation_decisions (id)
);

-- One open report for each member and subject.
create unique index reports_once on private.reports (subject_kind, subject_id, reporter_id)
where decision_id is null and reporter_id is not null;
create index reports_by_subject on private.reports (subject_kind, subject_id);
create index reports_by_reporter on private.reports (reporter_id, id);
create index reports_by_athlete on private.reports (athlete_id);
create index reports_open on private.reports (at) where decision_id is null;

-- Athletes whose name is hidden by a decision: `athletes.visibility` is 'hidden' meanwhile, and this is what they chose.
create table private.hidden_names (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  chosen_visibility text not null check (chosen_visibility in ('public', 'members', 'hidden'))
);
