import { z } from 'zod'
import {
  CONTACT_FACTS,
  type DataQuestion,
  draftRequest,
  homesCriteria,
  LIST_LIMIT,
  MISSING_KINDS,
  questionFilter,
  recordQuestion,
  TASK_QUESTIONS,
} from '#domain/assistant/questions.ts'
import type { ModelTool } from '#server/platform/llm/language-model.ts'

const limit = z.number().int().min(1).max(LIST_LIMIT).default(5)
const limitedList = questionFilter
  .extend({ limit })
  .transform(({ limit: max, ...narrowing }) => ({ narrowing, limit: max }))

/** Questions that a model may choose, with their arguments; anything else is rejected. */
const TOOLS = {
  whom_to_call: {
    description: 'The contacts with the highest scores who may be called, and why',
    parameters: limitedList,
  },
  top_contacts: {
    description: 'The contacts with the highest scores, narrowed by score, signal, place or verification',
    // The reader may contact the people on this list, so it leaves out those who can't be contacted.
    parameters: limitedList.transform((asked) => ({ ...asked, isForOutreach: true })),
  },
  count_contacts: {
    description: 'How many contacts there are, narrowed by score, signal, place or verification',
    parameters: questionFilter.transform((narrowing) => ({ narrowing })),
  },
  changes: {
    description: 'Which scores rose or fell, and which signals are new, since a day or the last visit',
    parameters: z.strictObject({ since: z.union([z.iso.date(), z.literal('last_visit')]) }),
  },
  tasks: {
    description: 'Tasks that are overdue, due today, due within seven days, assigned to the caller, or open',
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
  missing: {
    description: 'Contacts without a phone number, email address or street address, or never enriched',
    parameters: z.strictObject({ what: z.enum(MISSING_KINDS), limit }),
  },
  homes: {
    description: 'Contacts by the estimated value of their home in dollars, or by years owned',
    parameters: homesCriteria.extend({ limit }),
  },
  do_not_contact: {
    description: 'Contacts marked do not contact, and those who opted out of calls, texts, emails or letters',
    parameters: z.strictObject({ limit }),
  },
  records: {
    description:
      'Contacts by month of birthday or closing, last contact before or since a day, relationship, label, or stage and source in the previous CRM',
    parameters: z.strictObject({ criterion: recordQuestion, limit }),
  },
  draft: {
    description: 'Opens the outreach writer for one contact, by name',
    parameters: draftRequest,
  },
  credits_used: {
    description: 'How many credits enrichment used this month',
    parameters: z.strictObject({}),
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
  const given = TOOLS[tool].parameters.safeParse(choice.arguments ?? {}).data
  return given ? ({ tool, ...given } as DataQuestion) : null
}
