import { fold } from '../identity/name.ts'
import { placeOf } from './question-filter.ts'

/** The question before, and the contacts its answer named. */
export type Previous = { question: string; contacts: readonly { name: string }[] }

const OPENING = /^(?:(?:and|so|ok(?:ay)?|what about|how about)[, ]+)+/i
const OWNED = /\b(?:her|his|their)\b(?=\s+\p{L})/giu
const PERSON = /\b(?:she|he|her|him|they|them|this person|that person)\b/gi
const SINGLE = /\b(?:she|her|he|his|him|they|their|them|(?:this|that) person)\b/i
const SEVERAL = /\b(?:of them|those|these|each of)\b/i
const OTHER_PLACE = /^(?:in|from|for) ([\p{L}\d][\p{L}\d .'-]{1,40})$/u
/** Longer questions are complete without the one before. */
const LENGTH_MAX = 120

/** Tells if a question needs the one before it to make sense. */
export function isFollowUp(question: string): boolean {
  if (question.length > LENGTH_MAX || SEVERAL.test(question)) return false
  return SINGLE.test(question) || OTHER_PLACE.test(withoutOpening(question))
}

const withoutOpening = (question: string) =>
  question
    .trim()
    .replace(OPENING, '')
    .replace(/[?.!\s]+$/, '')

/** Fills in the person or place of the question before; leaves the question unchanged if that is ambiguous. */
export function inContext(question: string, previous: Previous | null): string {
  if (!previous || !isFollowUp(question)) return question
  const rest = withoutOpening(question)
  const place = OTHER_PLACE.exec(rest)?.[1]
  if (place) {
    const before = placeOf(fold(previous.question))
    return before ? fold(previous.question).replace(before, fold(place)) : question
  }
  const [only, ...others] = previous.contacts
  if (!only || others.length > 0) return question
  // "write her a letter" has no owner before "a", and "her email" has one.
  return rest
    .replace(OWNED, (word, at: number) =>
      /^\s+an?\b/i.test(rest.slice(at + word.length)) ? only.name : `${only.name}'s`,
    )
    .replace(PERSON, only.name)
}
