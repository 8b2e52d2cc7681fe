import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { evaluate, readDate } from './environment.ts'
import type { RuleFacts } from './facts.ts'
import { RULE_LIMITS } from './limits.ts'
import { at, type Position } from './rule-errors.ts'
import { findVariable, RECORD_VARIABLES, RULE_LISTS, RULE_VARIABLES } from './variables.ts'

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
export class Inspection {
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
    if (!findVariable(path)) throw at({ start: receiver.start, end: node.end }, unknownVariable(path))
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
function pathOf(node: ASTNode): string | null {
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
