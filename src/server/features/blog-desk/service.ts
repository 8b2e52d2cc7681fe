import type { Platform } from '#server/platform/platform.ts'
import { seedDesk } from './service/demo-posts.ts'
import { deskGeneration } from './service/generation.ts'
import { deskPictures } from './service/pictures.ts'
import { deskPosts } from './service/posts.ts'
import { deskTopics } from './service/topics.ts'
import { articleWriter } from './service/write-article.ts'

export { GENERATE_JOB } from './service/run.ts'

/** The operator's side of the blog: posts in every state, topics, and generated posts. */
export function blogDeskService(
  platform: Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log' | 'appUrl' | 'site' | 'model'>,
) {
  const posts = deskPosts(platform)
  const writer = articleWriter(platform)
  const generation = deskGeneration(platform, { writer, desk: posts })
  return {
    posts,
    pictures: deskPictures(platform),
    topics: deskTopics(platform),
    generation,
    sweep: generation.sweep,
    /** Adds topics and a few posts to a demo instance; does nothing if topics exist. */
    seed: () => seedDesk(platform, writer),
  }
}
export type BlogDeskService = ReturnType<typeof blogDeskService>
