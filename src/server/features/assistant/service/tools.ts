import { z } from 'zod'
import {
  BREAKDOWN_KEYS,
  CONTACT_FACTS,
  type DataQuestion,
  draftRequest,
  LIST_LIMIT,
  listOrder,
  questionFilter,
  STATISTIC_FIELDS,
  TASK_QUESTIONS,
} from '#domain/assistant/questions.ts'
import type { ModelTool } from '#server/platform/llm/language-model.ts'

const limit = z.number().int().min(1).max(LIST_LIMIT).default(5)
const limitedList = questionFilter
  .extend({ limit })
  .transform(({ limit: max, ...narrowing }) => ({ narrowing, limit: max }))
const orderedList = questionFilter
  .extend({ limit, order: listOrder.optional() })
  .transform(({ limit: max, order, ...narrowing }) => ({ narrowing, limit: max, order }))

/** Questions that a model may choose, with their arguments; anything else is rejected. */
const TOOLS = {
  whom_to_call: {
    description: 'The contacts with the highest scores who may be called, and why',
    parameters: limitedList.transform((input) => ({ ...input, channel: 'call' as const })),
  },
  top_contacts: {
    description:
      'The contacts with the highest scores, or by home value, years owned, age or last contact, narrowed',
    // The reader may contact the people on this list, so it leaves out those who can't be contacted.
    parameters: orderedList.transform((input) => ({ ...input, isForOutreach: true })),
  },
  count_contacts: {
    description: 'How many contacts there are, narrowed',
    parameters: questionFilter.transform((narrowing) => ({ narrowing })),
  },
  changes: {
    description: 'Which scores rose or fell, and which signals are new, since a day or the last visit',
    parameters: z.strictObject({ since: z.union([z.iso.date(), z.literal('last_visit')]) }),
  },
  tasks: {
    description:
      'Tasks that are overdue or due today (now), overdue, due today, due within seven days, assigned to the caller, or open',
    parameters: z.strictObject({ which: z.enum(TASK_QUESTIONS) }),
  },
  contact: {
    description: 'Everything stored about one contact, by name',
    parameters: z.strictObject({
      name: z.string().trim().min(1).max(100),
      about: z.enum(CONTACT_FACTS).optional(),
    }),
  },
  reach: {
    description: 'The contact with an email address or phone number',
    parameters: z.strictObject({ text: z.string().trim().min(3).max(100) }),
  },
  compare: {
    description: 'One fact or the scores of two contacts, by name',
    parameters: z.strictObject({
      names: z.array(z.string().trim().min(1).max(100)).length(2),
      about: z.enum(CONTACT_FACTS).optional(),
    }),
  },
  draft: {
    description: 'Opens the outreach writer for one contact, by name',
    parameters: draftRequest,
  },
  credits_used: {
    description: 'How many credits enrichment used this month or last month',
    parameters: z.strictObject({ month: z.literal('last').optional() }),
  },
  duplicates: { description: 'Possible duplicates among the contacts', parameters: z.strictObject({}) },
  statistic: {
    description: 'The average, median or total of a number of the contacts, narrowed',
    parameters: z.strictObject({
      of: z.enum(STATISTIC_FIELDS),
      kind: z.enum(['average', 'median', 'total']),
      narrowing: questionFilter.default({}),
    }),
  },
  breakdown: {
    description: 'How many contacts there are by city, ZIP code, source, tag and so on, narrowed',
    parameters: z.strictObject({ by: z.enum(BREAKDOWN_KEYS), narrowing: questionFilter.default({}) }),
  },
  billing: {
    description: 'Plan, price and next payment of the organization',
    parameters: z.strictObject({}),
  },
  credits: { description: 'How many credits are left', parameters: z.strictObject({}) },
} satisfies Record<DataQuestion['tool'], { description: string; parameters: z.ZodType }>

export const MODEL_TOOLS: readonly ModelTool[] = Object.entries(TOOLS).map(
  ([name, { description, parameters }]) => ({
    name,
    description,
    parameters: z.toJSONSchema(parameters, { io: 'input' }) as Record<string, unknown>,
  }),
)

/** The question that a model chose; null for an unknown tool or invalid arguments. */
export function chosenQuestion(choice: { name: string; arguments: unknown }): DataQuestion | null {
  if (!Object.hasOwn(TOOLS, choice.name)) return null
  const tool = choice.name as DataQuestion['tool']
  const input = TOOLS[tool].parameters.safeParse(choice.arguments ?? {}).data
  return input ? ({ tool, ...input } as DataQuestion) : null
}
