-- Photos of members, at most one each. The images are objects of the bucket "photos", at
-- <athlete>/<version>/<size>.<format>. Only domain/members writes here; nobody reads it through the Data API.
create table public.athlete_photos (
  athlete_id bigint primary key references public.athletes on delete cascade,
  -- Part of the images' URLs, and unguessable, so that it cannot be derived by people who may not see the name.
  version uuid not null unique,
  -- waiting: not reviewed by an operator yet, or hidden by a report (private.moderation_decisions); declined: its images
  -- have been deleted.
  state text not null check (state in ('waiting', 'shown', 'declined')),
  placed_at timestamptz not null,
  decided_at timestamptz
);

alter table public.athlete_photos enable row level security;

revoke all on public.athlete_photos from anon, authenticated;

-- on: a new photo is public after an operator's review; off: immediately, until somebody reports it.
insert into private.settings (name, value) values ('photo_review', 'on');

-- With a Supabase project, the bucket is created there. It is private: the site serves the images, because it checks
-- the review state.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public) values ('photos', 'photos', false) on conflict do nothing;
  end if;
end
$$;
