import { z } from 'zod'
import {
  CONTACT_FACTS,
  type DataQuestion,
  LIST_LIMIT,
  MISSING_KINDS,
  TASK_QUESTIONS,
} from '#domain/assistant/questions.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import type { ModelTool } from '#server/platform/llm/language-model.ts'

const score = z.number().int().min(0).max(100)
const narrowing = {
  scoreFrom: score.optional(),
  scoreTo: score.optional(),
  signal: z.enum(CATEGORIES).optional(),
  place: z.string().trim().toLowerCase().min(2).max(60).optional(),
  verified: z.enum(['email', 'phone', 'any']).optional(),
  scored: z.boolean().optional(),
  listed: z.boolean().optional(),
}
const limit = z.number().int().min(1).max(LIST_LIMIT).default(5)

/** What may be asked, with the arguments as a model may name them; everything else is refused. */
const TOOLS = {
  whom_to_call: {
    description: 'The contacts with the highest scores who may be called, and why',
    parameters: z.strictObject({ ...narrowing, limit }),
  },
  top_contacts: {
    description: 'The contacts with the highest scores, narrowed by score, signal, place or verification',
    parameters: z.strictObject({ ...narrowing, limit }),
  },
  count_contacts: {
    description: 'How many contacts there are, narrowed by score, signal, place or verification',
    parameters: z.strictObject(narrowing),
  },
  changes: {
    description: 'Which scores rose or fell, and which signals are new, since a day or the last visit',
    parameters: z.strictObject({ since: z.union([z.iso.date(), z.literal('last_visit')]) }),
  },
  tasks: {
    description: 'Tasks that are overdue, due today, due within seven days, one’s own, or open',
    parameters: z.strictObject({ which: z.enum(TASK_QUESTIONS) }),
  },
  contact: {
    description: 'What is known about one contact, by name',
    parameters: z.strictObject({
      name: z.string().trim().min(1).max(100),
      about: z.enum(CONTACT_FACTS).optional(),
    }),
  },
  reach: {
    description: 'Whose e-mail address or phone number something is',
    parameters: z.strictObject({ text: z.string().trim().min(3).max(100) }),
  },
  missing: {
    description: 'Contacts without a phone number, e-mail address or street address, or never enriched',
    parameters: z.strictObject({ what: z.enum(MISSING_KINDS), limit }),
  },
  homes: {
    description: 'Contacts by the estimated value of their home in dollars, or by years owned',
    parameters: z.strictObject({
      by: z.enum(['value', 'tenure']),
      from: z.number().min(0).max(1e9).optional(),
      to: z.number().min(0).max(1e9).optional(),
      limit,
    }),
  },
  do_not_contact: {
    description:
      'Contacts marked do not contact, and those who opted out of calls, texts, e-mails or letters',
    parameters: z.strictObject({ limit }),
  },
  records: {
    description:
      'Contacts by birthday month, last contact before a day, label, or stage and source in the previous CRM',
    parameters: z.strictObject({
      asked: z.discriminatedUnion('by', [
        z.strictObject({ by: z.literal('birthday'), month: z.number().int().min(1).max(12) }),
        z.strictObject({ by: z.literal('lastContact'), before: z.iso.date() }),
        z.strictObject({ by: z.enum(['label', 'stage', 'source']), text: z.string().trim().min(1).max(100) }),
      ]),
      limit,
    }),
  },
  draft: {
    description: 'Opens the outreach writer for one contact, by name',
    parameters: z.strictObject({ name: z.string().trim().min(1).max(100), channel: z.enum(CHANNELS) }),
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

/** The question that a model chose; null for a tool that is not there, or arguments that it does not take. */
export function chosenQuestion(choice: { name: string; arguments: unknown }): DataQuestion | null {
  const parse = <T>(schema: z.ZodType<T>): T | null => schema.safeParse(choice.arguments ?? {}).data ?? null
  switch (choice.name) {
    case 'whom_to_call':
    case 'top_contacts': {
      const given = parse(TOOLS[choice.name].parameters)
      if (!given) return null
      const { limit: max, ...rest } = given
      // A model's reader may mean to reach whom it lists.
      return choice.name === 'whom_to_call'
        ? { tool: 'whom_to_call', narrowing: rest, limit: max }
        : { tool: 'top_contacts', narrowing: rest, limit: max, isForOutreach: true }
    }
    case 'count_contacts': {
      const given = parse(TOOLS.count_contacts.parameters)
      return given && { tool: 'count_contacts', narrowing: given }
    }
    case 'changes': {
      const given = parse(TOOLS.changes.parameters)
      return given && { tool: 'changes', ...given }
    }
    case 'tasks': {
      const given = parse(TOOLS.tasks.parameters)
      return given && { tool: 'tasks', ...given }
    }
    case 'contact': {
      const given = parse(TOOLS.contact.parameters)
      return given && { tool: 'contact', ...given }
    }
    case 'reach': {
      const given = parse(TOOLS.reach.parameters)
      return given && { tool: 'reach', ...given }
    }
    case 'missing': {
      const given = parse(TOOLS.missing.parameters)
      return given && { tool: 'missing', ...given }
    }
    case 'homes': {
      const given = parse(TOOLS.homes.parameters)
      return given && { tool: 'homes', ...given }
    }
    case 'do_not_contact': {
      const given = parse(TOOLS.do_not_contact.parameters)
      return given && { tool: 'do_not_contact', ...given }
    }
    case 'records': {
      const given = parse(TOOLS.records.parameters)
      return given && { tool: 'records', ...given }
    }
    case 'draft': {
      const given = parse(TOOLS.draft.parameters)
      return given && { tool: 'draft', ...given }
    }
    case 'credits_used':
      return parse(TOOLS.credits_used.parameters) && { tool: 'credits_used' }
    case 'billing':
      return parse(TOOLS.billing.parameters) && { tool: 'billing' }
    case 'credits':
      return parse(TOOLS.credits.parameters) && { tool: 'credits' }
    default:
      return null
  }
}
