-- Articles as they are written: every version that was saved. What visitors read is the row of private.publishing (kind
-- "articles"); an article has a row here once somebody edited it. Only domain/publishing/articles writes here.
create table private.articles (
  id bigint generated always as identity primary key,
  -- The article of content/ that it began as; null for a new one.
  origin text unique,
  -- The newest version, which is the draft.
  version integer not null,
  -- The version that is on the site, under the slug of its row in private.publishing; null while the article is not on
  -- the site by such a row.
  published_version integer,
  published_slug text unique,
  -- The version that goes to the site at that time. Later versions do not.
  scheduled_version integer,
  publish_at timestamptz,
  check ((scheduled_version is null) = (publish_at is null))
);

create table private.article_versions (
  article bigint not null references private.articles on delete cascade,
  version integer not null,
  -- The fields of the draft, which may be unfinished.
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 300000),
  -- The operator's account; null for a command in a shell. No foreign key: the words outlive their author's account.
  edited_by uuid,
  edited_at timestamptz not null,
  primary key (article, version)
);

revoke all on private.articles, private.article_versions from public, anon, authenticated;
