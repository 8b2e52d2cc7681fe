import type { NewTopic } from '#contract/blog-desk.ts'
import { slugOf } from '#domain/blog/slug.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as posts from '../store/posts.ts'
import * as topics from '../store/topics.ts'
import { prepareText } from './prepare-text.ts'
import type { ArticleWriter } from './write-article.ts'

/** Topics of a demo instance; the first ones already have posts. */
const TOPICS: readonly NewTopic[] = [
  {
    topic: 'How the nine life-event signals work',
    category: '9D Framework',
    keywords: ['life event signals', '9D framework', 'move likelihood'],
    priority: 8,
  },
  {
    topic: 'Clean up a contact list before you import it',
    category: 'Real Estate Data',
    keywords: ['contact list', 'CSV import', 'duplicate contacts'],
    priority: 7,
  },
  {
    topic: 'Reading a notice of default with tact',
    category: 'Lead Generation',
    keywords: ['notice of default', 'pre-foreclosure leads'],
    priority: 6,
  },
  {
    topic: 'Downsizing signals and the owners behind them',
    category: '9D Framework',
    keywords: ['downsizing', 'life event signals'],
    priority: 6,
  },
  {
    topic: 'Geographic farming by turnover rate',
    category: 'Real Estate Marketing',
    keywords: ['geographic farming', 'home turnover rate'],
    priority: 5,
  },
  {
    topic: 'What a score of 75 means for your call list',
    category: 'Market Analysis',
    keywords: ['move likelihood score', 'call list'],
    priority: 5,
  },
  {
    topic: 'Past client calls without pressure',
    category: 'Lead Generation',
    keywords: ['past client marketing'],
    priority: 3,
  },
]
/** States of these posts. */
const STATES = ['ready', 'ready', 'draft'] as const

/** Fills an empty content desk with topics and some posts to review. */
export async function seedDesk(
  { db, clock, appUrl }: Pick<Platform, 'db' | 'clock' | 'appUrl'>,
  writer: ArticleWriter,
): Promise<void> {
  if ((await topics.countTopics(db)) > 0) return
  const written = await Promise.all(
    TOPICS.slice(0, STATES.length).map(({ topic, ...rest }) =>
      writer.compose({ subject: topic, ...rest, cause: 'topic' }),
    ),
  )
  await db.transaction(async (tx) => {
    const now = clock.now()
    for (const [at, topic] of TOPICS.entries()) {
      const added = await topics.insertTopic(tx, topic, new Date(now.getTime() + at))
      const article = written[at]
      if (!added || !article?.ok) continue
      const { title, category, keywords } = article.text
      const slug = await posts.findFreeSlug(tx, slugOf(title), null)
      const id = await posts.insertGenerating(tx, { title, slug, category, keywords }, now)
      await posts.saveText(tx, id, prepareText({ ...article.text, slug }, appUrl), now)
      await posts.finishGenerating(tx, id, STATES[at] ?? 'draft', now)
      await topics.countUse(tx, added.id, now)
    }
  })
}
