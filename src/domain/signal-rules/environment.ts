import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import type { RuleFacts } from './facts.ts'
import { RULE_LIMITS } from './limits.ts'
import { celError, RuleFailure, sentence } from './rule-errors.ts'
import { RECORD_VARIABLES, RULE_VARIABLES, type RuleVariable } from './variables.ts'

const DATE = 'google.protobuf.Timestamp'
const DAY_MS = 86_400_000
const MONTH_DAYS = 365.25 / 12

/** Day number of the run; evaluation never waits, so one variable serves it. */
let currentDay = 0

const daysSince = (date: Date) => currentDay - Math.floor(date.getTime() / DAY_MS)
const fullUnits = (days: number, length: number) => BigInt(Math.floor((days + 0.5) / length))

export function readDate(text: string): Date {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  if (
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 10) !== text ||
    text < '1900' ||
    text > '2200'
  )
    throw new Error(`"${text}" is not a day from 1900 to 2200, such as "2026-01-31"`)
  return date
}

const celType = ({ type }: RuleVariable) => (type === 'date' ? DATE : type)

export function createEnvironment(): Environment {
  const { maxNodes, maxDepth, maxListEntries, maxArguments } = RULE_LIMITS
  const environment = new Environment({
    limits: {
      ...{ maxAstNodes: maxNodes, maxDepth, maxListElements: maxListEntries },
      ...{ maxMapEntries: 0, maxCallArguments: maxArguments },
    },
  })
  for (const [name, variables] of Map.groupBy(RULE_VARIABLES, ({ path }) => path.split('.')[0] ?? '')) {
    const fields = Object.fromEntries(
      variables.map((variable) => [variable.path.slice(name.length + 1), celType(variable)]),
    )
    environment.registerType(`${name}_values`, { fields })
    environment.registerVariable(name, `${name}_values`)
  }
  environment.registerType('record_values', {
    fields: Object.fromEntries(RECORD_VARIABLES.map((variable) => [variable.path, celType(variable)])),
  })
  environment.registerVariable('tags', 'list<string>')
  environment.registerVariable('records', 'list<record_values>')
  environment.registerVariable('lifeRecords', 'list<record_values>')
  environment.registerFunction(`daysSince(${DATE}): int`, (date: Date) => BigInt(daysSince(date)))
  environment.registerFunction(`monthsSince(${DATE}): int`, (date: Date) =>
    fullUnits(daysSince(date), MONTH_DAYS),
  )
  environment.registerFunction(`yearsSince(${DATE}): int`, (date: Date) => fullUnits(daysSince(date), 365.25))
  environment.registerFunction('date(string): google.protobuf.Timestamp', readDate)
  environment.registerFunction('list<string>.includes(string): bool', (tags: string[], tag: string) =>
    tags.includes(tag.trim().toLowerCase()),
  )
  for (const [left, right] of [
    ['int', 'double'],
    ['double', 'int'],
  ] as const)
    for (const operator of ['+', '-', '*', '/'] as const)
      environment.registerOperator(`${left} ${operator} ${right}`, (a: number | bigint, b: number | bigint) =>
        calculate(operator, Number(a), Number(b)),
      )
  environment.registerOperator('double == int', (a: number, b: bigint) => a === Number(b))
  return environment
}

function calculate(operator: '+' | '-' | '*' | '/', a: number, b: number): number {
  if (operator === '+') return a + b
  if (operator === '-') return a - b
  return operator === '*' ? a * b : a / b
}

/** The variable whose name ends at a place of the text. */
const pathBefore = (text: string, end: number) => /[\w.]*$/.exec(text.slice(0, end))?.[0] ?? ''

export type ParsedRule = ((facts: RuleFacts) => unknown) & { ast: ASTNode }

/** Value of a rule for one contact. @throws {RuleFailure} if it can't be decided */
export function evaluate(parsed: ParsedRule, facts: RuleFacts, today: number): unknown {
  const text = parsed.ast.input
  currentDay = today
  try {
    return parsed(facts)
  } catch (error) {
    const { code, summary, range } = celError(error)
    const position = range ?? { start: 0, end: 0 }
    if (code === 'no_such_key') throw new RuleFailure('missing', pathBefore(text, position.end), position)
    throw new RuleFailure('error', sentence(summary), position)
  }
}
