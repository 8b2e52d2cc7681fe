-- Pictures that operators upload for posts: re-encoded, without the metadata of the camera.
create table blog_pictures (
  id uuid primary key default gen_random_uuid(),
  -- Of the stored bytes, so that the same picture is stored once.
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (length(bytes) between 1 and 10485760),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  created_at timestamptz not null default now(),
  -- Since when no post contains it; null while one does. A week later it is deleted.
  unused_since timestamptz default now()
);
create index blog_pictures_unused on blog_pictures (unused_since) where unused_since is not null;
grant select, insert, update, delete on blog_pictures to {{app_role}};

-- Ids of the uploaded pictures in the text; a visitor sees a picture while a public post contains it.
alter table blog_posts add column pictures uuid[] not null default '{}';
create index blog_posts_pictures on blog_posts using gin (pictures) where pictures <> '{}';
