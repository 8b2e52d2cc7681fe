import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import type { RuleFacts } from './facts.ts'
import { RULE_LIMITS } from './limits.ts'
import { findVariable, RECORD_VARIABLES, RULE_LISTS, RULE_VARIABLES, type RuleVariable } from './variables.ts'

type Position = { start: number; end: number }

/** A mistake in a rule with its place in the text. */
export type RuleError = Position & { message: string }

/** A string or number in the text of a rule. */
export type RuleConstant = Position & {
  value: string | number
  /** Path of the variable that it is compared with by ==, != or in. */
  comparedWith: string | null
}

/** A condition on the entries of a list, to tell which of them hold. */
export type RecordCondition = {
  list: 'records' | 'lifeRecords'
  holds(facts: RuleFacts, record: RuleFacts['records'][number], today: number): boolean
}

export type CompiledRule = {
  text: string
  ast: ASTNode
  /** Paths of the variables and lists, each once. */
  paths: readonly string[]
  constants: readonly RuleConstant[]
  recordConditions: readonly RecordCondition[]
  /** @throws {RuleFailure} if it can't be decided */
  run(facts: RuleFacts, today: number): boolean
}

/** Why a rule could not be decided for one contact. `missing` names an unknown variable. */
export class RuleFailure extends Error {
  override name = 'RuleFailure'
  readonly kind: 'missing' | 'error'
  readonly position: Position

  constructor(kind: 'missing' | 'error', message: string, position: Position) {
    super(message)
    this.kind = kind
    this.position = position
  }
}

const DATE = 'google.protobuf.Timestamp'
const DAY_MS = 86_400_000
const MONTH_DAYS = 365.25 / 12

/** Day number of the run; evaluation never waits, so one variable serves it. */
let currentDay = 0

const daysSince = (date: Date) => currentDay - Math.floor(date.getTime() / DAY_MS)
const fullUnits = (days: number, length: number) => BigInt(Math.floor((days + 0.5) / length))

function readDate(text: string): Date {
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

function createEnvironment(): Environment {
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

let environment: Environment | undefined

/** Reads a rule. @returns the rule, or its first error with its place */
export function compileRule(text: string): { rule: CompiledRule } | { error: RuleError } {
  if (text.trim() === '') return { error: { message: 'Enter a condition.', start: 0, end: 0 } }
  if (text.length > RULE_LIMITS.maxLength) {
    const message = `A rule can have up to ${RULE_LIMITS.maxLength} characters.`
    return { error: { message, start: RULE_LIMITS.maxLength, end: text.length } }
  }
  environment ??= createEnvironment()
  try {
    const parsed = environment.parse(text)
    const found = new Inspection(environment)
    found.visit(parsed.ast)
    const check = parsed.check()
    if (!check.valid) throw check.error
    if (check.type !== 'bool')
      return {
        error: {
          message: `A rule must be true or false. This is ${named(check.type)}.`,
          start: 0,
          end: text.length,
        },
      }
    const { paths, constants, recordConditions } = found
    const run = (facts: RuleFacts, today: number) => evaluate(parsed, facts, today) === true
    return { rule: { text, ast: parsed.ast, paths: [...paths], constants, recordConditions, run } }
  } catch (error) {
    return { error: toRuleError(error, text) }
  }
}

/** The variable whose name ends at a place of the text. */
const pathBefore = (text: string, end: number) => /[\w.]*$/.exec(text.slice(0, end))?.[0] ?? ''

type ParsedRule = ((facts: RuleFacts) => unknown) & { ast: ASTNode }

function evaluate(parsed: ParsedRule, facts: RuleFacts, today: number): unknown {
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

const OPERATORS = new Set([
  '?:',
  '||',
  '&&',
  '!_',
  '-_',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  '+',
  '-',
  '*',
  '/',
  '%',
])
const CALLS = new Set(['has', 'size', 'date', 'daysSince', 'monthsSince', 'yearsSince'])
const METHODS = new Set(['exists', 'includes'])
const LIST_USE =
  'Write tags.includes("Sphere"), size(tags) or records.exists(r, r.category == "debt") to use a list.'
const EXPLAINED: Readonly<Record<string, string>> = {
  matches: 'Patterns are not available. Compare with ==, or list the values with in.',
  contains: 'Parts of texts are not available. Compare with ==, or list the values with in.',
  startsWith: 'Parts of texts are not available. Compare with ==, or list the values with in.',
  endsWith: 'Parts of texts are not available. Compare with ==, or list the values with in.',
}
/** Values that rules must not see, by what a writer may call them. */
const LEFT_OUT: readonly [pattern: RegExp, message: string][] = [
  [/name|initial/i, 'Names are not available to rules. They can stand in for national origin or religion.'],
  [/language|locale|accent/i, 'Languages are not available to rules. They can stand in for national origin.'],
  [/photo|picture|image|avatar/i, 'Photos are not available to rules.'],
  [
    /gender|sex\b|race|ethnic|relig|disab|nationality|origin/i,
    'Protected traits are not available to rules.',
  ],
  [/score|chance/i, 'Scores are not available to rules, because the signal of a rule changes the score.'],
]

/** Collects what a rule uses, and refuses everything outside of the language. */
class Inspection {
  paths = new Set<string>()
  constants: RuleConstant[] = []
  recordConditions: RecordCondition[] = []
  private recordName: string | null = null
  private readonly environment: Environment

  constructor(environment: Environment) {
    this.environment = environment
  }

  visit(node: ASTNode, comparedWith: string | null = null): void {
    if (node.op === 'value') this.visitValue(node, comparedWith)
    else if (node.op === 'id') this.refuseList(node)
    else if (node.op === '.') this.visitField(node)
    else if (node.op === 'list') this.visitEntries(node, comparedWith)
    else if (node.op === 'call') this.visitCall(node)
    else if (node.op === 'rcall') this.visitMethod(node)
    else if (node.op === '!_' || node.op === '-_') this.visit(node.args)
    else this.visitOperator(node)
  }

  private refuseList(node: ASTNode & { op: 'id' }): void {
    this.visitList(node)
    throw at(node, LIST_USE)
  }

  private visitEntries(node: ASTNode & { op: 'list' }, comparedWith: string | null): void {
    for (const entry of node.args) {
      if (entry.op !== 'value' && entry.op !== '-_') throw at(entry, 'Lists can only have texts and numbers.')
      this.visit(entry, comparedWith)
    }
  }

  private visitOperator(node: ASTNode): void {
    if (!OPERATORS.has(node.op)) throw at(node, 'This is not available in rules.')
    const parts = node.args as ASTNode[]
    const isEquality = node.op === '==' || node.op === '!=' || node.op === 'in'
    for (const [index, part] of parts.entries()) {
      const other = parts[1 - index]
      this.visit(part, isEquality && other ? pathOf(other) : null)
      if (!isEquality && node.op !== '?:' && !isLogical(node.op) && isText(part))
        throw at(part, `Texts can be compared with ==, != and in, but not with ${node.op}.`)
    }
  }

  private visitValue(node: ASTNode & { op: 'value' }, comparedWith: string | null): void {
    const { args: value, start, end } = node
    if (typeof value === 'boolean') return
    if (typeof value === 'bigint' || typeof value === 'number') {
      this.constants.push({ value: Number(value), start, end, comparedWith })
      return
    }
    if (typeof value !== 'string') throw at(node, 'Use texts, numbers, true or false.')
    if (value.length > RULE_LIMITS.maxTextLength)
      throw at(node, `A text can have up to ${RULE_LIMITS.maxTextLength} characters.`)
    this.constants.push({ value, start, end, comparedWith })
  }

  private visitList(node: ASTNode & { op: 'id' }): void {
    if (!RULE_LISTS.some(({ path }) => path === node.args)) throw at(node, unknownVariable(node.args))
    this.paths.add(node.args)
  }

  private visitField(node: ASTNode & { op: '.' }): void {
    const [receiver, field] = node.args
    if (receiver.op !== 'id') throw at(node, 'Only one dot is possible here.')
    if (receiver.args === this.recordName) {
      if (RECORD_VARIABLES.some(({ path }) => path === field)) return
      const names = RECORD_VARIABLES.map(({ path }) => path).join(', ')
      throw at(node, `A record has no ${field}. It has ${names}.`)
    }
    const path = `${receiver.args}.${field}`
    if (!findVariable(path)) throw at({ ...range(node), start: receiver.start }, unknownVariable(path))
    this.paths.add(path)
  }

  private visitCall(node: ASTNode & { op: 'call' }): void {
    const [name, parts] = node.args
    if (!CALLS.has(name)) throw at(node, EXPLAINED[name] ?? `There is no function ${name}.`)
    for (const part of parts) this.visitArgument(name, part)
  }

  private visitArgument(name: string, part: ASTNode): void {
    if (name === 'date') {
      if (part.op !== 'value') throw at(part, 'Write the day as a text, such as date("2026-01-31").')
      this.visit(part, 'date')
      if (typeof part.args === 'string') checkDate(part, part.args)
    } else if (name === 'size') {
      if (part.op !== 'id') throw at(part, 'size works with tags, records and lifeRecords.')
      this.visitList(part)
    } else {
      this.visit(part)
      if (name === 'has' && part.op !== '.')
        throw at(part, 'has works with one value, such as has(property.value).')
    }
  }

  private visitMethod(node: ASTNode & { op: 'rcall' }): void {
    const [name, receiver, parts] = node.args
    if (!METHODS.has(name)) throw at(node, EXPLAINED[name] ?? `There is no function ${name}.`)
    if (receiver.op !== 'id') throw at(receiver, `${name} works with a list, such as tags or records.`)
    this.visitList(receiver)
    if (name === 'includes') {
      if (receiver.args !== 'tags') throw at(receiver, 'includes works with tags.')
      for (const part of parts) {
        if (part.op !== 'value') throw at(part, 'Write the name of the tag, such as tags.includes("Sphere").')
        this.visit(part, 'tags')
      }
      return
    }
    this.visitExists(node, receiver.args, parts)
  }

  private visitExists(node: ASTNode, list: string, [variable, condition]: readonly ASTNode[]): void {
    if (list !== 'records' && list !== 'lifeRecords')
      throw at(node, 'exists works with records and lifeRecords. For tags, write tags.includes("Sphere").')
    if (this.recordName !== null) throw at(node, 'One exists cannot stand inside of another.')
    if (variable?.op !== 'id' || !condition || findGroup(variable.args))
      throw at(node, 'Write exists as records.exists(r, r.category == "debt").')
    this.recordName = variable.args
    this.visit(condition)
    this.recordName = null
    const parsed = this.environment.parse(node.input.slice(node.start, node.end))
    this.recordConditions.push({
      list,
      holds: (facts, record, today) => {
        try {
          return evaluate(parsed, { ...facts, [list]: [record] }, today) === true
        } catch {
          return false
        }
      },
    })
  }
}

const GROUPS = new Set(RULE_VARIABLES.map(({ path }) => path.split('.')[0]))
const findGroup = (name: string) => GROUPS.has(name) || RULE_LISTS.some(({ path }) => path === name)
const isLogical = (operator: string) => operator === '&&' || operator === '||'

/** Path of a variable; null for anything else. */
export function pathOf(node: ASTNode): string | null {
  if (node.op === 'id') return node.args
  return node.op === '.' && node.args[0].op === 'id' ? `${node.args[0].args}.${node.args[1]}` : null
}

/** True for texts and for variables with one, also behind a condition. */
function isText(node: ASTNode): boolean {
  if (node.op === 'value') return typeof node.args === 'string'
  if (node.op === '?:') return isText(node.args[1]) || isText(node.args[2])
  const path = pathOf(node)
  if (path === null) return false
  const variable = findVariable(path) ?? RECORD_VARIABLES.find((one) => path.endsWith(`.${one.path}`))
  return variable?.type === 'string'
}

function checkDate(node: ASTNode, text: string): void {
  try {
    readDate(text)
  } catch (error) {
    throw at(node, `${(error as Error).message}.`)
  }
}

function unknownVariable(path: string): string {
  const field = path.split('.').at(-1) ?? path
  const leftOut = LEFT_OUT.find(([pattern]) => pattern.test(field))
  if (leftOut) return leftOut[1]
  const group = path.split('.')[0] ?? ''
  if (path !== group && GROUPS.has(group)) {
    const fields = RULE_VARIABLES.flatMap((one) =>
      one.path.startsWith(`${group}.`) ? [one.path.slice(group.length + 1)] : [],
    )
    return `There is no ${path}. ${group} has ${fields.join(', ')}.`
  }
  return GROUPS.has(path)
    ? `Name a value, such as ${RULE_VARIABLES.find((one) => one.path.startsWith(`${path}.`))?.path}.`
    : `There is no ${path}. Rules can use ${[...GROUPS, ...RULE_LISTS.map((list) => list.path)].join(', ')}.`
}

/** An error of this language, with its place. */
class Refusal extends Error {
  readonly position: Position

  constructor(position: Position, message: string) {
    super(message)
    this.position = position
  }
}
const range = ({ start, end }: Position) => ({ start, end })
const at = (position: Position, message: string) => new Refusal(range(position), message)

type CelError = { code: string; summary: string; range: Position | null }

function celError(error: unknown): CelError {
  const { code = '', summary, message, range } = error as Partial<CelError> & { message?: string }
  return { code, summary: summary ?? message ?? 'It could not be read', range: range ?? null }
}

function toRuleError(error: unknown, text: string): RuleError {
  if (error instanceof Refusal) return { message: error.message, ...error.position }
  const { code, summary, range } = celError(error)
  const end = text.length
  const limit = Object.keys(LIMIT_MESSAGES).find((name) => summary.includes(name))
  if (limit) return { message: LIMIT_MESSAGES[limit] ?? '', ...(range ?? { start: 0, end }) }
  if (code === 'unexpected_token' && summary.includes('EOF'))
    return { message: 'The condition ends too early.', start: end, end }
  return { message: sentence(summary), ...(range ?? { start: 0, end }) }
}

const LIMIT_MESSAGES: Readonly<Record<string, string>> = {
  maxAstNodes: `The rule is too long. It can have up to ${RULE_LIMITS.maxNodes} parts.`,
  maxDepth: `The rule is nested too deep. Up to ${RULE_LIMITS.maxDepth} levels are possible.`,
  maxListElements: `A list can have up to ${RULE_LIMITS.maxListEntries} entries.`,
  maxMapEntries: 'Use lists in square brackets.',
  maxCallArguments: 'There are too many values between these parentheses.',
}

const TYPE_NAMES: readonly [RegExp, string][] = [
  [/google\.protobuf\.Timestamp/g, 'date'],
  [/\bint\b/g, 'whole number'],
  [/\bdouble\b/g, 'number'],
  [/\bstring\b/g, 'text'],
  [/\bbool\b/g, 'true or false'],
  [/\b(\w+)_values\b/g, '$1'],
]

function named(type: string | undefined): string {
  return TYPE_NAMES.reduce((text, [pattern, name]) => text.replace(pattern, name), type ?? 'something else')
}

/** A message of the parser as a sentence for people who write rules. */
function sentence(summary: string): string {
  const overload = /no such overload: (.*)/i.exec(summary)?.[1]
  const text = overload ? `These kinds of values don't go together: ${overload}` : summary
  const plain = named(text)
  const upper = plain.charAt(0).toUpperCase() + plain.slice(1)
  return /[.!?]$/.test(upper) ? upper : `${upper}.`
}
