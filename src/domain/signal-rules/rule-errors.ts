export type Position = { start: number; end: number }

/** A mistake in a rule with its place in the text. */
export type RuleError = Position & { message: string }

/** Reason why a rule could not be decided for one contact. `missing` names an unknown variable. */
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

/** An error of this language, with its place. */
export class Refusal extends Error {
  readonly position: Position

  constructor(position: Position, message: string) {
    super(message)
    this.position = position
  }
}
const range = ({ start, end }: Position) => ({ start, end })
export const at = (position: Position, message: string) => new Refusal(range(position), message)

type CelError = { code: string; summary: string; range: Position | null }

export function celError(error: unknown): CelError {
  const { code = '', summary, message, range } = error as Partial<CelError> & { message?: string }
  return { code, summary: summary ?? message ?? 'It could not be read', range: range ?? null }
}

const TYPE_NAMES: readonly [RegExp, string][] = [
  [/google\.protobuf\.Timestamp/g, 'date'],
  [/\bint\b/g, 'whole number'],
  [/\bdouble\b/g, 'number'],
  [/\bstring\b/g, 'text'],
  [/\bbool\b/g, 'true or false'],
  [/\b(\w+)_values\b/g, '$1'],
]

export function named(type: string | undefined): string {
  return TYPE_NAMES.reduce((text, [pattern, name]) => text.replace(pattern, name), type ?? 'something else')
}

/** A message of the parser as a sentence for people who write rules. */
export function sentence(summary: string): string {
  const overload = /no such overload: (.*)/i.exec(summary)?.[1]
  const text = overload ? `These kinds of values don't go together: ${overload}` : summary
  const plain = named(text)
  const upper = plain.charAt(0).toUpperCase() + plain.slice(1)
  return /[.!?]$/.test(upper) ? upper : `${upper}.`
}
