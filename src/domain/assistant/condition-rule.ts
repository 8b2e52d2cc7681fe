import type { QuestionFilter } from './questions.ts'

/** Reads the words of a rule; null if they mean something else. */
type Condition = (found: RegExpExecArray, text: string, today: string) => Partial<QuestionFilter> | null
/** Words of a question, and the condition on contacts that they mean. */
export type ConditionRule = readonly [pattern: RegExp, condition: Condition]
