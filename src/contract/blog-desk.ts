import { z } from 'zod'
import { BLOG_STATUSES } from '#domain/blog/categories.ts'
import { SEO_CHECKS } from '#domain/blog/seo-score.ts'
import { blogCategory, blogPostCard } from './blog.ts'
import { keywords, MAX_LENGTHS } from './blog-texts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageQuery, requiredLine, uuid } from './text.ts'

export const PROMPT_MAX = 2000
export const PRIORITIES = { least: 1, most: 10 }

const params = z.object({ id: uuid })
const count = z.number().int()

const page = {
  ...pageQuery(50),
}

/** One check of the SEO score. `advice` is null when it has all points. */
const seoCheck = z.object({
  id: z.enum(SEO_CHECKS),
  label: z.string(),
  points: count,
  most: count,
  advice: z.string().nullable(),
})
export type SeoCheck = z.infer<typeof seoCheck>

/** Information for reviewers before publishing: notes, and the sources of the text. */
const review = z.object({
  needed: z.boolean(),
  notes: z.array(z.string()),
  sources: z.array(z.object({ title: z.string(), href: z.string() })),
})
export type PostReview = z.infer<typeof review>

/** A post of any status in the operator's list; `seoScore` is for its current text. */
const deskPostCard = blogPostCard.extend({
  seoScore: count.min(0).max(100),
  /** Statuses that it can change to. */
  nextStatuses: z.array(z.enum(BLOG_STATUSES)),
  /** Published with a publication time in the future. */
  isScheduled: z.boolean(),
  needsReview: z.boolean(),
  /** Ships with the product. */
  shipped: z.boolean(),
})
export type DeskPostCard = z.infer<typeof deskPostCard>

/** A post with its sanitized HTML. */
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
    'List posts of every status, last changed first. X-Total-Count and Link have the count and the next page.',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject({ ...page, status: z.enum(BLOG_STATUSES).optional() }),
  answers: { 200: z.array(deskPostCard) },
})

export const getDeskPost = endpoint({
  method: 'GET',
  path: '/api/blog/admin/posts/{id}',
  summary: 'Get a post of any status with its SEO checks and review notes',
  access: 'platform-admin',
  rate: 'read',
  params,
  answers: { 200: deskPost },
})

/** Changes to a post. The text can't change while it is generated, nor the slug while it is public. */
export const postChange = z
  .strictObject({
    status: z.enum(['draft', 'ready', 'published', 'archived']).optional(),
    /** Publication time, with status `published`; now if missing or past. */
    publishedAt: z.iso.datetime({ offset: true, error: 'This is not a time' }).optional(),
    title: requiredLine(MAX_LENGTHS.title, 'Enter a title').optional(),
    slug: requiredLine(MAX_LENGTHS.slug, 'Enter a URL slug').optional(),
    metaDescription: optionalLine(MAX_LENGTHS.metaDescription).optional(),
    excerpt: optionalLine(MAX_LENGTHS.excerpt).optional(),
    /** HTML, sanitized before it is stored. */
    content: optionalText(MAX_LENGTHS.content).optional(),
    keywords: keywords.optional(),
    category: blogCategory.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one change')
  .refine((change) => change.publishedAt === undefined || change.status === 'published', {
    path: ['publishedAt'],
    message: 'A publish time needs the status published',
  })
export type PostChange = z.output<typeof postChange>

export const changePost = endpoint({
  method: 'PATCH',
  path: '/api/blog/posts/{id}',
  summary: 'Edit a post, publish it now or later, unpublish it, or archive it',
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
  /** 1 to 10, highest first. */
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
    'List topics in the order they come up, inactive ones last. X-Total-Count and Link have the count and the next page.',
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
  summary: 'Add a topic; 409 for the same words and category',
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
  .refine((change) => Object.keys(change).length > 0, 'Send at least one change')
export type TopicChange = z.output<typeof topicChange>

export const changeTopic = endpoint({
  method: 'PATCH',
  path: '/api/blog/topics/{id}',
  summary: 'Edit a topic, or turn it off or on',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: topicChange,
  answers: { 200: contentTopic },
})

/** `pending` also between two attempts, with the reason in `error` and the time in `scheduledFor`. */
const QUEUE_STATUSES = ['pending', 'processing', 'completed', 'failed', 'canceled'] as const

const queueEntry = z.object({
  id: z.string(),
  topicId: z.string().nullable(),
  /** The topic, or the beginning of the prompt. */
  subject: z.string(),
  category: blogCategory,
  keywords: z.array(z.string()),
  /** Origin: a topic or prompt of a person, or the weekly job. */
  cause: z.enum(['topic', 'prompt', 'weekly']),
  status: z.enum(QUEUE_STATUSES),
  blogPostId: z.string().nullable(),
  /** Error message for people; null without an error. */
  error: z.string().nullable(),
  retryCount: count,
  scheduledFor: isoDateTime.nullable(),
  processedAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
})
export type QueueEntry = z.infer<typeof queueEntry>

const generated = z.object({ post: deskPost, entry: queueEntry })
export type Generated = z.infer<typeof generated>

/** Idempotency key: repeating it creates no second post. */
const requestId = uuid.optional()

/** An empty request takes the next topic. */
export const generateRequest = z
  .strictObject({
    topicId: uuid.optional(),
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
    if (!isPrompt && asked.category) issue('category', 'Categories are only for prompts')
    if (!isPrompt && asked.keywords) issue('keywords', 'Keywords are only for prompts')
  })
export type GenerateRequest = z.output<typeof generateRequest>

export const generatePost = endpoint({
  method: 'POST',
  path: '/api/blog/generate',
  summary:
    'Write a post from the next topic, a given topic, or a prompt. 202 if it continues in the background.',
  access: 'platform-admin',
  rate: 'heavy',
  body: generateRequest.nullish(),
  answers: { 200: generated, 202: generated },
})

const generation = z.object({
  /** Newest first. */
  entries: z.array(queueEntry),
  next: z.string().nullable(),
  /** Waiting and running entries. */
  open: count,
  weekly: z.object({
    isOn: z.boolean(),
    /** Time of the next post; null while off. */
    nextAt: isoDateTime.nullable(),
  }),
  /** The writer: the knowledge base alone, or a connected model. */
  writer: z.enum(['knowledge-base', 'model']),
})
export type Generation = z.infer<typeof generation>

export const getGeneration = endpoint({
  method: 'GET',
  path: '/api/blog/generation',
  summary: 'List the generation queue with errors, and the weekly schedule',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject({ ...page, status: z.enum(QUEUE_STATUSES).optional() }),
  answers: { 200: generation },
})

export const changeGeneration = endpoint({
  method: 'PATCH',
  path: '/api/blog/generation',
  summary: 'Turn the weekly post on or off',
  access: 'platform-admin',
  rate: 'write',
  body: z.strictObject({ weekly: z.boolean() }),
  answers: { 200: generation },
})

export const retryGeneration = endpoint({
  method: 'POST',
  path: '/api/blog/generation/{id}/retry',
  summary: 'Retry a failed generation',
  access: 'platform-admin',
  rate: 'heavy',
  params,
  answers: { 200: generated, 202: generated },
})

export const cancelGeneration = endpoint({
  method: 'POST',
  path: '/api/blog/generation/{id}/cancel',
  summary: 'Cancel a waiting, running or failed generation and archive its empty post',
  access: 'platform-admin',
  rate: 'write',
  params,
  answers: { 200: generated },
})
