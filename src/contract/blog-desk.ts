import { z } from 'zod'
import { BLOG_STATUSES } from '#domain/blog/categories.ts'
import { seoResult } from '#domain/blog/seo-score.ts'
import { blogCategory, blogPostCard } from './blog.ts'
import { operatorEndpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageOf, pageQuery, requiredLine, uuid } from './text.ts'

/** Maximum lengths of blog texts, in characters. */
const MAX_LENGTHS = {
  topic: 200,
  keyword: 50,
  title: 200,
  slug: 80,
  metaDescription: 300,
  excerpt: 500,
  content: 200_000,
}
const MAX_KEYWORDS = 20

/** Trimmed keywords without duplicates; case doesn't matter. */
const keywords = z
  .array(
    requiredLine(
      MAX_LENGTHS.keyword,
      'Remove the empty keyword',
      `Use at most ${MAX_LENGTHS.keyword} characters per keyword`,
    ),
  )
  .max(10 * MAX_KEYWORDS, `Use at most ${MAX_KEYWORDS} keywords`)
  .transform((list) => {
    const lowerCase = list.map((each) => each.toLowerCase())
    return list.filter((_, index) => lowerCase.indexOf(lowerCase[index] ?? '') === index)
  })
  .refine((list) => list.length <= MAX_KEYWORDS, `Use at most ${MAX_KEYWORDS} keywords`)

export const MAX_PROMPT_LENGTH = 2000
/** Limit of converted text; HTML from office programs is several times as long as its text. */
const MAX_CONVERTED_LENGTH = 800_000
export const PRIORITIES = { min: 1, max: 10 }

const count = z.number().int()

const page = pageQuery(50)

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
  /** Possible next statuses. */
  nextStatuses: z.array(z.enum(BLOG_STATUSES)),
  /** True for a published post with a publication time in the future. */
  isScheduled: z.boolean(),
  needsReview: z.boolean(),
  /** True for posts that ship with the product. */
  shipped: z.boolean(),
})
export type DeskPostCard = z.infer<typeof deskPostCard>

/** A post with its sanitized HTML. */
const deskPost = deskPostCard.extend({
  content: z.string(),
  checks: z.array(seoResult),
  /** Faults of the text that limit its score to 40. */
  faults: z.array(z.string()),
  review,
})
export type DeskPost = z.infer<typeof deskPost>

export const listDeskPosts = operatorEndpoint('GET /api/blog/admin/posts', {
  summary:
    'List posts of every status, last changed first. X-Total-Count and Link have the count and the next page.',
  query: z.strictObject({ ...page, status: z.enum(BLOG_STATUSES).optional() }),
  responses: { 200: z.array(deskPostCard) },
})

export const getDeskPost = operatorEndpoint('GET /api/blog/admin/posts/{id}', {
  summary: 'Get a post of any status with its SEO checks and review notes',
  responses: { 200: deskPost },
})

/** A new, empty draft. */
export const newPost = z.strictObject({
  title: requiredLine(MAX_LENGTHS.title, 'Enter a title'),
  category: blogCategory,
})
export type NewPost = z.output<typeof newPost>

export const addPost = operatorEndpoint('POST /api/blog/posts', {
  summary: 'Add an empty draft; its slug comes from the title',
  body: newPost,
  responses: { 201: deskPost },
})

/** A text from a writer's clipboard. */
const convertedText = z.strictObject({
  format: z.enum(['markdown', 'html']),
  text: z.string().max(MAX_CONVERTED_LENGTH, 'This text is too long. Paste it in parts.'),
})
export type ConvertedText = z.output<typeof convertedText>

export const convertText = operatorEndpoint('POST /api/blog/convert', {
  summary: 'Turn Markdown or HTML into the HTML that posts can contain, without storing it',
  maxBodyBytes: 1024 * 1024,
  body: convertedText,
  responses: { 200: z.object({ html: z.string() }) },
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

export const changePost = operatorEndpoint('PATCH /api/blog/posts/{id}', {
  summary: 'Edit a post, publish it now or later, unpublish it, or archive it',
  maxBodyBytes: 1024 * 1024,
  body: postChange,
  responses: { 200: deskPost },
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

export const listTopics = operatorEndpoint('GET /api/blog/topics', {
  summary:
    'List topics in the order they come up, inactive ones last. X-Total-Count and Link have the count and the next page.',
  query: z.strictObject(page),
  responses: { 200: z.array(contentTopic) },
})

const priority = z
  .number('Enter a number from 1 to 10')
  .int('Enter a whole number')
  .min(PRIORITIES.min, 'Enter a number from 1 to 10')
  .max(PRIORITIES.max, 'Enter a number from 1 to 10')

export const newTopic = z.strictObject({
  topic: requiredLine(MAX_LENGTHS.topic, 'Enter a topic'),
  category: blogCategory,
  keywords: keywords.default([]),
  priority: priority.default(PRIORITIES.min),
})
export type NewTopic = z.output<typeof newTopic>

export const addTopic = operatorEndpoint('POST /api/blog/topics', {
  summary: 'Add a topic; 409 for the same words and category',
  body: newTopic,
  responses: { 201: contentTopic },
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

export const changeTopic = operatorEndpoint('PATCH /api/blog/topics/{id}', {
  summary: 'Edit a topic, or turn it off or on',
  body: topicChange,
  responses: { 200: contentTopic },
})

/** `pending` also covers waiting for a retry, with the reason in `error` and the time in `scheduledFor`. */
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
    customPrompt: optionalText(MAX_PROMPT_LENGTH).pipe(z.string('Enter a prompt')).optional(),
    category: blogCategory.optional(),
    keywords: keywords.optional(),
    requestId,
  })
  .superRefine((request, context) => {
    const addIssue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const isPrompt = request.customPrompt !== undefined
    if (isPrompt && request.topicId) addIssue('topicId', 'Choose a topic or a prompt')
    if (isPrompt && !request.category) addIssue('category', 'Choose a category')
    if (!isPrompt && request.category) addIssue('category', 'Categories are only for prompts')
    if (!isPrompt && request.keywords) addIssue('keywords', 'Keywords are only for prompts')
  })
export type GenerateRequest = z.output<typeof generateRequest>

export const generatePost = operatorEndpoint('POST /api/blog/generate', {
  summary:
    'Write a post from the next topic, a given topic, or a prompt. 202 if it continues in the background.',
  rate: 'heavy',
  body: generateRequest.nullish(),
  responses: { 200: generated, 202: generated },
})

const generation = pageOf(queueEntry).extend({
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

export const getGeneration = operatorEndpoint('GET /api/blog/generation', {
  summary: 'List the generation queue with errors, and the weekly schedule',
  query: z.strictObject({ ...page, status: z.enum(QUEUE_STATUSES).optional() }),
  responses: { 200: generation },
})

export const changeGeneration = operatorEndpoint('PATCH /api/blog/generation', {
  summary: 'Turn the weekly post on or off',
  body: z.strictObject({ weekly: z.boolean() }),
  responses: { 200: generation },
})

export const retryGeneration = operatorEndpoint('POST /api/blog/generation/{id}/retry', {
  summary: 'Retry a failed generation',
  rate: 'heavy',
  responses: { 200: generated, 202: generated },
})

export const cancelGeneration = operatorEndpoint('POST /api/blog/generation/{id}/cancel', {
  summary: 'Cancel a waiting, running or failed generation and archive its empty post',
  responses: { 200: generated },
})
