-- The blog desk: topics to write about, the queue in which posts are generated from them, and what a person should look at.
alter table blog_posts
  -- For operators: whether a review is required, what to check, and the sources.
  add column review jsonb;
create index blog_posts_desk on blog_posts (updated_at desc, id desc);

create table content_topics (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (length(topic) between 1 and 200),
  category text not null check (category in
    ('Real Estate Marketing', 'Real Estate Data', 'Lead Generation', '9D Framework', 'Market Analysis')),
  keywords text[] not null default '{}',
  priority integer not null default 1 check (priority between 1 and 10),
  last_used timestamptz,
  use_count integer not null default 0 check (use_count >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index content_topics_words on content_topics (lower(topic), category);

create table generation_queue (
  id uuid primary key default gen_random_uuid(),
  topic_id uuid references content_topics (id),
  -- Subject of the post when it was requested, since the topic may change later.
  subject text not null check (length(subject) between 1 and 2000),
  keywords text[] not null default '{}',
  category text not null check (category in
    ('Real Estate Marketing', 'Real Estate Data', 'Lead Generation', '9D Framework', 'Market Analysis')),
  cause text not null check (cause in ('topic', 'prompt', 'weekly')),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed', 'canceled')),
  blog_post_id uuid references blog_posts (id),
  -- In plain words, for the operator.
  error text,
  retry_count integer not null default 0,
  -- Pending ones: not before. Null: at once.
  scheduled_for timestamptz,
  processed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Identifies a request, so that a repeated one counts once.
  request_key uuid unique,
  -- A worker holds it until then; what comes later than its own claim does not count.
  lease_until timestamptz,
  claims integer not null default 0,
  check ((cause = 'prompt') = (topic_id is null))
);
create unique index generation_queue_topic on generation_queue (topic_id)
  where status in ('pending', 'processing');
create unique index generation_queue_prompt on generation_queue (category, md5(subject))
  where cause = 'prompt' and status in ('pending', 'processing');
create index generation_queue_open on generation_queue (created_at) where status in ('pending', 'processing');
create index generation_queue_recent on generation_queue (created_at desc, id desc);
create index generation_queue_post on generation_queue (blog_post_id);

-- One row.
create table blog_desk_settings (
  id boolean primary key default true check (id),
  weekly boolean not null default false,
  updated_at timestamptz not null default now()
);
insert into blog_desk_settings default values;

-- A topic is taken out of the rotation, never deleted: posts came from it.
grant select, insert, update on content_topics, generation_queue to {{app_role}};
grant select, update on blog_desk_settings to {{app_role}};
