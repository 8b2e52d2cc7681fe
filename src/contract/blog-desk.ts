import { z } from 'zod'
import { BLOG_STATUSES } from '#domain/blog/categories.ts'
import { SEO_CHECKS } from '#domain/blog/seo-score.ts'
import { blogCategory, blogPostCard } from './blog.ts'
import { keywords, MAX_LENGTHS } from './blog-texts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, requiredLine, uuid } from './text.ts'

export const PROMPT_MAX = 2000
export const PRIORITIES = { least: 1, most: 10 }

const params = z.object({ id: uuid })
const count = z.number().int()

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(300).optional(),
}

/** One rule of the SEO score. `advice` says what to improve; null where nothing is left. */
const seoCheck = z.object({
  id: z.enum(SEO_CHECKS),
  label: z.string(),
  points: count,
  most: count,
  advice: z.string().nullable(),
})
export type SeoCheck = z.infer<typeof seoCheck>

/** What a person should know before publishing; `notes` are sentences, sources are what the text was composed from. */
const review = z.object({
  needed: z.boolean(),
  notes: z.array(z.string()),
  sources: z.array(z.object({ title: z.string(), href: z.string() })),
})
export type PostReview = z.infer<typeof review>

/** A post as the operator's list shows it, whatever its state; `seoScore` is of what it holds now. */
const deskPostCard = blogPostCard.extend({
  seoScore: count.min(0).max(100),
  /** States that a person may put it in now. */
  nextStatuses: z.array(z.enum(BLOG_STATUSES)),
  /** Published, but its time has not come. */
  isScheduled: z.boolean(),
  needsReview: z.boolean(),
  /** Came with the product. */
  shipped: z.boolean(),
})
export type DeskPostCard = z.infer<typeof deskPostCard>

/** A post with what it says: HTML, sanitised, as it is stored. */
const deskPost = deskPostCard.extend({
  content: z.string(),
  checks: z.array(seoCheck),
  review,
})
export type DeskPost = z.infer<typeof deskPost>

export const listDeskPosts = endpoint({
  method: 'GET',
  path: '/api/blog/admin/posts',
  summary:
    'Posts in every state, the last changed first. X-Total-Count and Link carry the count and the next page',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject({ ...page, status: z.enum(BLOG_STATUSES).optional() }),
  answers: { 200: z.array(deskPostCard) },
})

export const getDeskPost = endpoint({
  method: 'GET',
  path: '/api/blog/admin/posts/{id}',
  summary: 'One post in any state, with its SEO checks and what to look at before it is published',
  access: 'platform-admin',
  rate: 'read',
  params,
  answers: { 200: deskPost },
})

/** What may be asked of a post; the text, except while it is generated; the slug, except while it is public. */
export const postChange = z
  .strictObject({
    status: z.enum(['draft', 'ready', 'published', 'archived']).optional(),
    /** With `published`: from when on it is public; now where it is missing or over. */
    publishedAt: z.iso.datetime({ offset: true, error: 'This is not a time' }).optional(),
    title: requiredLine(MAX_LENGTHS.title, 'A post needs a title').optional(),
    slug: requiredLine(MAX_LENGTHS.slug, 'A post needs an address').optional(),
    metaDescription: optionalLine(MAX_LENGTHS.metaDescription).optional(),
    excerpt: optionalLine(MAX_LENGTHS.excerpt).optional(),
    /** HTML; sanitised before it is stored. */
    content: optionalText(MAX_LENGTHS.content).optional(),
    keywords: keywords.optional(),
    category: blogCategory.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Say what to change')
  .refine((change) => change.publishedAt === undefined || change.status === 'published', {
    path: ['publishedAt'],
    message: 'A time goes with the status published',
  })
export type PostChange = z.output<typeof postChange>

export const changePost = endpoint({
  method: 'PATCH',
  path: '/api/blog/posts/{id}',
  summary: 'Edit a post, publish it now or at a time, put it back, or archive it',
  access: 'platform-admin',
  rate: 'write',
  params,
  maxBodyBytes: 1024 * 1024,
  body: postChange,
  answers: { 200: deskPost },
})

const contentTopic = z.object({
  id: z.string(),
  topic: z.string(),
  category: blogCategory,
  keywords: z.array(z.string()),
  /** 1 to 10; higher ones come first. */
  priority: count,
  lastUsed: isoDateTime.nullable(),
  useCount: count,
  isActive: z.boolean(),
  createdAt: isoDateTime,
})
export type ContentTopic = z.infer<typeof contentTopic>

export const listTopics = endpoint({
  method: 'GET',
  path: '/api/blog/topics',
  summary:
    'Topics in the order in which they come next, inactive ones last. X-Total-Count and Link as with posts',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject(page),
  answers: { 200: z.array(contentTopic) },
})

const priority = z
  .number('Enter a number from 1 to 10')
  .int('Enter a whole number')
  .min(PRIORITIES.least, 'Enter a number from 1 to 10')
  .max(PRIORITIES.most, 'Enter a number from 1 to 10')

export const newTopic = z.strictObject({
  topic: requiredLine(MAX_LENGTHS.topic, 'Enter a topic'),
  category: blogCategory,
  keywords: keywords.default([]),
  priority: priority.default(PRIORITIES.least),
})
export type NewTopic = z.output<typeof newTopic>

export const addTopic = endpoint({
  method: 'POST',
  path: '/api/blog/topics',
  summary: 'Add a topic. One of the same words and category is a conflict',
  access: 'platform-admin',
  rate: 'write',
  body: newTopic,
  answers: { 201: contentTopic },
})

export const topicChange = z
  .strictObject({
    topic: requiredLine(MAX_LENGTHS.topic, 'Enter a topic').optional(),
    category: blogCategory.optional(),
    keywords: keywords.optional(),
    priority: priority.optional(),
    isActive: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Say what to change')
export type TopicChange = z.output<typeof topicChange>

export const changeTopic = endpoint({
  method: 'PATCH',
  path: '/api/blog/topics/{id}',
  summary: 'Edit a topic, or take it out of the rotation and back',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: topicChange,
  answers: { 200: contentTopic },
})

/** `pending` also between two tries: then `error` and `scheduledFor` say why and until when. */
const QUEUE_STATUSES = ['pending', 'processing', 'completed', 'failed', 'canceled'] as const

const queueEntry = z.object({
  id: z.string(),
  topicId: z.string().nullable(),
  /** The topic's words, or the beginning of the prompt. */
  subject: z.string(),
  category: blogCategory,
  keywords: z.array(z.string()),
  /** Who asked for it: a person from a topic or a prompt, or the weekly job. */
  cause: z.enum(['topic', 'prompt', 'weekly']),
  status: z.enum(QUEUE_STATUSES),
  blogPostId: z.string().nullable(),
  /** In plain words; null where nothing went wrong. */
  error: z.string().nullable(),
  retryCount: count,
  scheduledFor: isoDateTime.nullable(),
  processedAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
})
export type QueueEntry = z.infer<typeof queueEntry>

const generated = z.object({ post: deskPost, entry: queueEntry })
export type Generated = z.infer<typeof generated>

/** Names one wish: sent twice with the same, one post is made. */
const requestId = uuid.optional()

/** Empty: the next topic. */
export const generateRequest = z
  .strictObject({
    topicId: uuid.optional(),
    /** Several lines are one text. */
    customPrompt: optionalText(PROMPT_MAX).pipe(z.string('Enter a prompt')).optional(),
    category: blogCategory.optional(),
    keywords: keywords.optional(),
    requestId,
  })
  .superRefine((asked, issues) => {
    const issue = (field: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message })
    const isPrompt = asked.customPrompt !== undefined
    if (isPrompt && asked.topicId) issue('topicId', 'Choose a topic or a prompt')
    if (isPrompt && !asked.category) issue('category', 'Choose a category')
    if (!isPrompt && asked.category) issue('category', 'A category goes with a prompt')
    if (!isPrompt && asked.keywords) issue('keywords', 'Keywords go with a prompt')
  })
export type GenerateRequest = z.output<typeof generateRequest>

export const generatePost = endpoint({
  method: 'POST',
  path: '/api/blog/generate',
  summary:
    'Write a post from the next topic, a topic, or a prompt. 202 where it takes longer: it goes on by itself',
  access: 'platform-admin',
  rate: 'heavy',
  body: generateRequest.nullish(),
  answers: { 200: generated, 202: generated },
})

const generation = z.object({
  /** Newest first. */
  entries: z.array(queueEntry),
  next: z.string().nullable(),
  /** Entries that wait or run. */
  open: count,
  weekly: z.object({
    isOn: z.boolean(),
    /** When the next topic is taken; null while it is off. */
    nextAt: isoDateTime.nullable(),
  }),
  /** Who writes: the knowledge base alone, or a connected model. */
  writer: z.enum(['knowledge-base', 'model']),
})
export type Generation = z.infer<typeof generation>

export const getGeneration = endpoint({
  method: 'GET',
  path: '/api/blog/generation',
  summary: 'The queue of generations with their errors, and whether a post is written every week',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject({ ...page, status: z.enum(QUEUE_STATUSES).optional() }),
  answers: { 200: generation },
})

export const changeGeneration = endpoint({
  method: 'PATCH',
  path: '/api/blog/generation',
  summary: 'Switch the weekly generation from the next topic on or off',
  access: 'platform-admin',
  rate: 'write',
  body: z.strictObject({ weekly: z.boolean() }),
  answers: { 200: generation },
})

export const retryGeneration = endpoint({
  method: 'POST',
  path: '/api/blog/generation/{id}/retry',
  summary: 'Try a failed generation again',
  access: 'platform-admin',
  rate: 'heavy',
  params,
  answers: { 200: generated, 202: generated },
})

export const cancelGeneration = endpoint({
  method: 'POST',
  path: '/api/blog/generation/{id}/cancel',
  summary: 'End a generation that waits, runs or failed; its empty post is archived',
  access: 'platform-admin',
  rate: 'write',
  params,
  answers: { 200: generated },
})
