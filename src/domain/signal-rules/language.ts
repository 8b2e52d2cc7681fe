import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { createEnvironment, evaluate } from './environment.ts'
import type { RuleFacts } from './facts.ts'
import { Inspection, type RecordCondition, type RuleConstant } from './inspection.ts'
import { RULE_LIMITS } from './limits.ts'
import { celError, named, Refusal, type RuleError, sentence } from './rule-errors.ts'

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
