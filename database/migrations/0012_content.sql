-- The public site: blog, contact form and newsletter. They belong to no organization; what visitors send, only operators
-- read.
-- Public once published.
create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null unique,
  meta_description text,
  -- HTML, sanitised.
  content text not null default '',
  excerpt text,
  keywords text[] not null default '{}',
  category text not null check (category in (
    'Real Estate Marketing', 'Real Estate Data', 'Lead Generation', '9D Framework', 'Market Analysis')),
  status text not null default 'draft' check (status in ('draft', 'generating', 'ready', 'published', 'archived')),
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
  -- For operators: whether a review is required, what to check, and the sources.
  review jsonb,
  check (status <> 'published' or published_at is not null)
);
create index blog_posts_public on blog_posts (published_at, id) where status = 'published';
create index blog_posts_category on blog_posts (category, published_at, id) where status = 'published';
create index blog_posts_desk on blog_posts (updated_at desc, id desc);

create table content_topics (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (length(topic) between 1 and 200),
  category text not null check (category in (
    'Real Estate Marketing', 'Real Estate Data', 'Lead Generation', '9D Framework', 'Market Analysis')),
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
  category text not null check (category in (
    'Real Estate Marketing', 'Real Estate Data', 'Lead Generation', '9D Framework', 'Market Analysis')),
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

-- Messages of the contact form.
create table contact_submissions (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  company text,
  phone text,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  -- True if the sender gets a confirmation; each mailbox gets only a few.
  confirms boolean not null default true,
  -- Times of the emails to operator and sender; null while unsent or when given up.
  operator_mailed_at timestamptz,
  confirmation_mailed_at timestamptz,
  mail_attempts integer not null default 0,
  -- Earliest next attempt: the pause after a failure, or the lease of a running attempt. Null when nothing is left to
  -- do.
  next_mail_at timestamptz default now()
);
create index contact_submissions_time on contact_submissions (created_at desc, id desc);
create index contact_submissions_to_mail on contact_submissions (next_mail_at) where next_mail_at is not null;
create index contact_submissions_email on contact_submissions (email);

-- Subscribed and confirmed rows get emails. Unsubscribing leaves the row with `subscribed` false, so that the address
-- gets no more emails until a newly confirmed request. Unconfirmed addresses are deleted after 30 days.
create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  subscribed boolean not null default true,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  confirmation_sent_at timestamptz,
  -- Time of the latest "you are already subscribed" email.
  reminded_at timestamptz
);
create index newsletter_subscriptions_mailed on newsletter_subscriptions (id)
  where subscribed and confirmed_at is not null;
create index newsletter_subscriptions_unconfirmed on newsletter_subscriptions (created_at)
  where confirmed_at is null and unsubscribed_at is null;

-- Subscription requests without an answer yet; stored alike for known and unknown addresses.
create table newsletter_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  mail_attempts integer not null default 0,
  next_mail_at timestamptz not null
);
create index newsletter_requests_to_mail on newsletter_requests (next_mail_at);
create index newsletter_requests_email on newsletter_requests (email);

-- `token_hash` is the SHA-256 of the emailed token. Each email has its own token for unsubscribing, which does not
-- expire.
create table newsletter_tokens (
  token_hash text primary key,
  subscription_id uuid not null references newsletter_subscriptions (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe')),
  expires_at timestamptz,
  check ((purpose = 'confirm') = (expires_at is not null))
);
create index newsletter_tokens_subscription on newsletter_tokens (subscription_id);

-- One issue a week, with its posts as they were when it was opened: title, slug and excerpt.
create table newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  -- The Monday of the week.
  week date not null unique check (extract(isodow from week) = 1),
  posts jsonb not null,
  created_at timestamptz not null,
  mail_attempts integer not null default 0,
  -- Earliest next sending; null when the issue is done or given up.
  next_mail_at timestamptz
);
create index newsletter_issues_to_mail on newsletter_issues (next_mail_at) where next_mail_at is not null;

-- Recipients of an issue. A worker sets `sending` before it sends, so that each recipient gets the issue once: a
-- delivery left in that state by a stopped process may have been sent, becomes `unknown` and is not repeated.
create table newsletter_deliveries (
  issue_id uuid not null references newsletter_issues (id) on delete cascade,
  subscription_id uuid not null references newsletter_subscriptions (id) on delete cascade,
  status text not null default 'waiting'
    check (status in ('waiting', 'sending', 'sent', 'skipped', 'refused', 'unknown')),
  attempts integer not null default 0,
  -- When it was last taken up.
  claimed_at timestamptz,
  primary key (issue_id, subscription_id)
);
create index newsletter_deliveries_waiting on newsletter_deliveries (issue_id, attempts, subscription_id)
  where status = 'waiting';
create index newsletter_deliveries_sending on newsletter_deliveries (claimed_at) where status = 'sending';
create index newsletter_deliveries_subscription on newsletter_deliveries (subscription_id);

-- Posts are archived and topics taken out of the rotation, never deleted: a shipped post would come back at the next
-- start.
grant select, insert, update on blog_posts, content_topics, generation_queue to {{app_role}};
grant select, update on blog_desk_settings to {{app_role}};
grant select, insert, update, delete on contact_submissions, newsletter_subscriptions, newsletter_requests,
  newsletter_tokens, newsletter_issues, newsletter_deliveries to {{app_role}};
