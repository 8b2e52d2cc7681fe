const ID = 'uuid required default gen_random_uuid()'
const CREATED = 'timestamptz required default now()'

/** The tables of the blog desk as in section 3 of the specification. */
export const BLOG_DESK_TABLES = {
  content_topics: {
    id: ID,
    topic: 'text required',
    category: 'text required',
    keywords: "text[] required default '{}'::text[]",
    priority: 'integer required default 1',
    last_used: 'timestamptz',
    use_count: 'integer required default 0',
    is_active: 'boolean required default true',
    created_at: CREATED,
  },
  generation_queue: {
    id: ID,
    topic_id: 'uuid',
    status: "text required default 'pending'",
    blog_post_id: 'uuid',
    error: 'text',
    retry_count: 'integer required default 0',
    scheduled_for: 'timestamptz',
    processed_at: 'timestamptz',
    created_at: CREATED,
  },
}
