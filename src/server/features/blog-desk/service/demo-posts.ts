import type { NewTopic } from '#contract/blog-desk.ts'
import { slugOf } from '#domain/blog/slug.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as posts from '../store/posts.ts'
import * as topics from '../store/topics.ts'
import { prepareText } from './prepare-text.ts'
import type { ArticleWriter } from './write-article.ts'

/** Topics of a demo instance: priority, category, topic and keywords. The first ones already have posts. */
const TOPIC_ROWS: readonly [number, NewTopic['category'], string, string][] = [
  [
    8,
    '9D Framework',
    'How the nine life-event signals work',
    'life event signals, 9D framework, move likelihood',
  ],
  [
    7,
    'Real Estate Data',
    'Clean up a contact list before you import it',
    'contact list, CSV import, duplicate contacts',
  ],
  [6, 'Lead Generation', 'Reading a notice of default with tact', 'notice of default, pre-foreclosure leads'],
  [6, '9D Framework', 'Downsizing signals and the owners behind them', 'downsizing, life event signals'],
  [
    5,
    'Real Estate Marketing',
    'Geographic farming by turnover rate',
    'geographic farming, home turnover rate',
  ],
  [5, 'Market Analysis', 'What a score of 75 means for your call list', 'move likelihood score, call list'],
  [3, 'Lead Generation', 'Past client calls without pressure', 'past client marketing'],
]
const TOPICS = TOPIC_ROWS.map(([priority, category, topic, keywords]): NewTopic => {
  return { topic, category, keywords: keywords.split(', '), priority }
})
/** States of these posts. */
const POST_STATES = ['ready', 'ready', 'draft'] as const

/** Fills an empty content desk with topics and some posts to review. */
export async function seedDesk(
  { db, clock, appUrl }: Pick<Platform, 'db' | 'clock' | 'appUrl'>,
  writer: ArticleWriter,
): Promise<void> {
  if ((await topics.countTopics(db)) > 0) return
  const results = await Promise.all(
    TOPICS.slice(0, POST_STATES.length).map(({ topic, ...topicFields }) =>
      writer.compose({ subject: topic, ...topicFields, cause: 'topic' }),
    ),
  )
  await db.transaction(async (tx) => {
    const now = clock.now()
    for (const [index, topic] of TOPICS.entries()) {
      const storedTopic = await topics.insertTopic(tx, topic, new Date(now.getTime() + index))
      const article = results[index]
      if (!storedTopic || !article?.ok) continue
      const { title, category, keywords } = article.text
      const slug = await posts.findFreeSlug(tx, slugOf(title), null)
      const id = await posts.insertGenerating(tx, { title, slug, category, keywords }, now)
      await posts.saveText(tx, id, prepareText({ ...article.text, slug }, appUrl), now)
      await posts.finishGenerating(tx, id, POST_STATES[index] ?? 'draft', now)
      await topics.countUse(tx, storedTopic.id, now)
    }
  })
}
