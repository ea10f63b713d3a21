-- A member's photograph: one at most. The images are objects of the bucket "photos", at <athlete>/<version>/<size>.<format>.
-- Only domain/members writes here; nobody reads it through the Data API.
create table public.athlete_photos (
  athlete_id bigint primary key references public.athletes on delete cascade,
  -- Part of the images' addresses, and not to be guessed: whoever may not see the name does not learn it.
  version uuid not null unique,
  -- waiting: an operator has to look at it first; declined: its images are erased.
  state text not null check (state in ('waiting', 'shown', 'declined')),
  -- Members who found something wrong with it since an operator last looked.
  reports integer not null default 0,
  placed_at timestamptz not null,
  decided_at timestamptz
);

alter table public.athlete_photos enable row level security;

revoke all on public.athlete_photos from anon, authenticated;

-- on: strangers see a new photograph after an operator has; off: at once, until somebody reports it.
insert into private.settings (name, value) values ('photo_review', 'on');

-- With a Supabase project the bucket is made there. It is private: images are served by the site, which knows the state.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public) values ('photos', 'photos', false) on conflict do nothing;
  end if;
end
$$;
