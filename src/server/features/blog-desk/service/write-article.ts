import type { PostReview } from '#contract/blog-desk.ts'
import {
  composeArticle,
  hasEnoughKnowledge,
  NOT_ENOUGH_KNOWLEDGE,
  sourcesHtml,
} from '#domain/blog/compose-article.ts'
import {
  articleSections,
  documentSections,
  findSections,
  indexKnowledge,
  type KnowledgeMatch,
  type KnowledgeSection,
  textOfSection,
} from '#domain/blog/knowledge.ts'
import { plainText } from '#domain/blog/plain-text.ts'
import { keywordsFor, subjectOf } from '#domain/blog/subject.ts'
import { unsupportedNumbers } from '#domain/blog/unsupported-numbers.ts'
import { siteFacts } from '#domain/site/fill-in.ts'
import { readArticles } from '#server/platform/content/articles.ts'
import { readDocuments } from '#server/platform/content/documents.ts'
import type { ConnectedModel } from '#server/platform/llm/language-model.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listPublicSlugs } from '../store/posts.ts'
import type { EntryRow } from '../store/queue.ts'
import { generateArticle } from './generate-article.ts'
import type { DraftText } from './prepare-text.ts'

/** A text without its slug, which is chosen when the text is stored; or the reason why there is none. */
export type WritingResult = { ok: true; text: Omit<DraftText, 'slug'> } | { ok: false; error: string }
export type ArticleOrder = Pick<EntryRow, 'subject' | 'keywords' | 'category' | 'cause'>
export type ArticleWriter = ReturnType<typeof articleWriter>

type Deps = Pick<Platform, 'db' | 'clock' | 'site' | 'appUrl' | 'model'>
type ArticleParts = { title: string; html: string; excerpt: string }

const COMPOSED_NOTE = 'Composed from the knowledge base. Check that the text reads well.'

/** Writes articles from the documentation and the shipped articles that are public. */
export function articleWriter({ db, clock, site, appUrl, model }: Deps) {
  const documents = documentSections(readDocuments(site))
  const articles = readArticles(siteFacts(site))
  const brandName = site.brand.name

  async function findKnowledge(subject: string, keywords: readonly string[]): Promise<KnowledgeMatch> {
    const slugs = articles.map(({ slug }) => slug)
    const publicSlugs = await listPublicSlugs(db, slugs, clock.now())
    const publicArticles = articleSections(articles.filter(({ slug }) => publicSlugs.has(slug)))
    return findSections(indexKnowledge([...documents, ...publicArticles]), subject, keywords)
  }

  function toWritingResult(
    order: ArticleOrder,
    subject: string,
    parts: ArticleParts,
    review: PostReview,
  ): WritingResult {
    const { title, html, excerpt } = parts
    const keywords =
      order.keywords.length > 0 ? order.keywords : keywordsFor(subject, order.category, plainText(html))
    const { category } = order
    return {
      ok: true,
      text: { title, content: html, excerpt, metaDescription: excerpt, keywords, category, review },
    }
  }

  async function compose(order: ArticleOrder): Promise<WritingResult> {
    const subject = subjectOfOrder(order)
    const match = await findKnowledge(subject, order.keywords)
    const article = composeArticle({ subject, keywords: order.keywords, brandName }, match)
    if (!article) return { ok: false, error: NOT_ENOUGH_KNOWLEDGE }
    const evidence = article.sources.map(textOfSection).join('\n')
    const unsupported = unsupportedNumbers(article.title, evidence)
    const notes = unsupported.map((number) => `The title says ${number}. Check that the text supports it.`)
    return toWritingResult(order, subject, article, reviewOf(article.sources, [COMPOSED_NOTE, ...notes]))
  }

  async function writeWithModel(
    connectedModel: ConnectedModel,
    order: ArticleOrder,
    signal?: AbortSignal,
  ): Promise<WritingResult> {
    const subject = subjectOfOrder(order)
    const match = await findKnowledge(subject, order.keywords)
    const request = { prompt: order.subject, subject, category: order.category, keywords: order.keywords }
    const article = await generateArticle(connectedModel, request, match, { appUrl, brandName, signal })
    const html = [article.html, ...(match.sections.length > 0 ? sourcesHtml(match.sections) : [])].join('\n')
    const extraNotes = hasEnoughKnowledge(match)
      ? []
      : ['The knowledge base has little on this subject. Check every statement.']
    return toWritingResult(
      order,
      subject,
      { ...article, html },
      reviewOf(match.sections, [...article.notes, ...extraNotes]),
    )
  }

  return {
    kind: model.kind,
    /** Composes from the knowledge base, even if a model is connected. */
    compose,
    /** @throws {ModelError} if a connected model doesn't return an article */
    write: (order: ArticleOrder, signal?: AbortSignal): Promise<WritingResult> =>
      model.kind === 'connected' ? writeWithModel(model, order, signal) : compose(order),
  }
}

/** The subject of a prompt; a topic is its own subject. */
export function subjectOfOrder({ subject, cause }: Pick<ArticleOrder, 'subject' | 'cause'>): string {
  return cause === 'prompt' ? subjectOf(subject) : subject
}

function reviewOf(sections: readonly KnowledgeSection[], notes: string[]): PostReview {
  const sources = sections.map(({ title, heading, href }) => ({ title: `${title}: ${heading}`, href }))
  return { needed: true, notes, sources }
}
