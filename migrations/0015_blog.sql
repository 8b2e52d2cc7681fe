-- The public blog: posts of the instance, without an organization, public once published.
create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null unique,
  meta_description text,
  -- HTML, sanitised.
  content text not null default '',
  excerpt text,
  keywords text[] not null default '{}',
  category text not null check (category in
    ('Real Estate Marketing', 'Real Estate Data', 'Lead Generation', '9D Framework', 'Market Analysis')),
  status text not null default 'draft'
    check (status in ('draft', 'generating', 'ready', 'published', 'archived')),
  seo_score integer check (seo_score between 0 and 100),
  -- Minutes.
  reading_time integer not null default 1 check (reading_time >= 1),
  -- Null: the team that the operator's config names.
  author_name text,
  published_at timestamptz,
  scheduled_for timestamptz,
  generated_at timestamptz,
  metadata jsonb,
  -- Came with the product: in the newsletter it would be no news.
  shipped boolean not null default false,
  -- Of what a shipped post held when the product last wrote it: while it still does, a new edition replaces it.
  shipped_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'published' or published_at is not null)
);
create index blog_posts_public on blog_posts (published_at, id) where status = 'published';
create index blog_posts_category on blog_posts (category, published_at, id) where status = 'published';

-- A post is archived, never deleted: a shipped one would come back at the next start.
grant select, insert, update on blog_posts to {{app_role}};
