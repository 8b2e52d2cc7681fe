import type pg from 'pg'

const OLDER_POST_COUNT = 13
/** The newest post. */
export const NEWEST_POST = {
  title: 'Reading <deeds> & "records"',
  slug: 'reading-deeds',
  description: 'What a deed says & what it does not.',
  keywords: ['deeds', 'records', 'title', 'liens', 'owners', 'taxes', 'maps'],
  category: 'Market Analysis',
}
const CONTENT = `<p>Before.</p><h2>First part</h2><p>Text with <code>code</code>.</p><h3>A detail</h3>
<blockquote><p>Quoted.</p></blockquote><h2>Second part</h2>
<table><thead><tr><th>Year</th></tr></thead><tbody><tr><td>2026</td></tr></tbody></table>
<script>document.title = 'taken over'</script><p onclick="alert(1)">After.</p>`
export const METADATA = {
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: NEWEST_POST.title,
  note: '</script><b>',
}

/** Publishes the newest post and older ones for two more pages, and adds two unpublished posts. */
export async function addPosts(database: pg.Client): Promise<void> {
  await database.query(
    `insert into blog_posts (title, slug, meta_description, excerpt, content, keywords, category, status, reading_time,
       author_name, published_at, metadata)
     values ($1, $2, $3, 'In short.', $4, $5, $6, 'published', 4, 'Ada Okafor', now() - interval '1 minute', $7)`,
    [
      NEWEST_POST.title,
      NEWEST_POST.slug,
      NEWEST_POST.description,
      CONTENT,
      NEWEST_POST.keywords,
      NEWEST_POST.category,
      JSON.stringify(METADATA),
    ],
  )
  await database.query(
    `insert into blog_posts (title, slug, category, status, published_at)
     select 'Older post ' || n, 'older-post-' || n, 'Market Analysis', 'published', '2020-01-01'::timestamptz + n * interval '1 day'
       from generate_series(1, $1) n`,
    [OLDER_POST_COUNT],
  )
  await database.query(
    `insert into blog_posts (title, slug, category, status, published_at) values
       ('A draft', 'a-draft', 'Market Analysis', 'draft', null),
       ('Of tomorrow', 'of-tomorrow', 'Market Analysis', 'published', now() + interval '1 day')`,
  )
}
