import type { RuleContact } from '#domain/signal-rules/facts.ts'
import { ruleFactsOf } from '#domain/signal-rules/facts.ts'
import { compileRule } from '#domain/signal-rules/language.ts'
import { RULE_LIMITS } from '#domain/signal-rules/limits.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const LENGTH = RULE_LIMITS.maxLength
const TODAY = '2026-11-27'

/** The fullest contact that a rule can see. */
const contact: RuleContact = {
  ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: null },
  ...{ address: '12 Elm St', city: 'Chicago', state: 'IL', zipCode: '60614', age: 61, birthYear: null },
  ...{ source: 'Referral', createdOn: '2026-01-05', enrichedOn: '2026-10-01' },
  ...{ relationship: 'sphere', lastConversationOn: null, lastClosingOn: '2010-05-01' },
  tags: Array.from({ length: 200 }, (_, index) => `Tag ${index}`),
  signals: Array.from({ length: 200 }, () => ({
    ...({ category: 'debt', subtype: 'debt.nod' } as const),
    ...{ confidence: 0.8, eventDate: '2026-09-01' },
  })),
}
const facts = ruleFactsOf(contact, { person: null, properties: [], publicRecords: [] }, TODAY)

/** Reads a rule, judges it and evaluates it once, as a check of the editor does. */
function readRule(text: string): unknown {
  const compiled = compileRule(text)
  if ('error' in compiled) return compiled.error
  try {
    return compiled.rule.run(facts, 20_784)
  } catch {
    return null
  }
}

const repeated = (part: string, joint: string) =>
  Array(Math.floor((LENGTH + joint.length) / (part.length + joint.length)))
    .fill(part)
    .join(joint)
const nested = (open: string, middle: string, close: string, depth: number) =>
  `${open.repeat(depth)}${middle}${close.repeat(depth)}`

export const cases: BudgetCase[] = [
  {
    name: 'own rule',
    read: readRule,
    ordinaryText: 'property.value > 500000 && tags.includes("Sphere")',
    texts: new Map([
      ...hostileTexts(LENGTH),
      ['parentheses', nested('(', 'true', ')', 998)],
      ['negations', `${'!'.repeat(LENGTH - 4)}true`],
      ['minus signs', `${'-'.repeat(LENGTH - 5)}1 < 2`],
      ['ternaries', repeated('1==1?true', ':')],
      ['ors', repeated('1==2', '||')],
      ['conditions on records', repeated('records.exists(r,r.confidence>0.9)', '||')],
      ['nested conditions on records', nested('records.exists(r,', 'true', ')', 110)],
      ['long list', `property.count in [${repeated('1', ',').slice(0, LENGTH - 20)}]`],
      ['list of lists', nested('[', '1', ']', 998)],
      ['long text', `property.type == "${'x'.repeat(LENGTH - 19)}"`],
      ['escapes', `property.type == "${'\\u0041'.repeat(300)}"`],
      ['field chain', `property${'.value'.repeat(330)}`],
      ['patterns', 'property.type.matches("(a+)+$")'],
      ['large numbers', `${'9'.repeat(LENGTH - 4)} > 1`],
      ['products', repeated('9223372036854775807', '*')],
      ['maps', nested('{"a":', '1', '}', 330)],
    ]),
  },
]
