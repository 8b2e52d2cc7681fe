import { fold } from '../identity/name.ts'
import { placeOf } from './question-filter.ts'

/** The question before, and the contacts its answer named. */
export type PreviousQuestion = { question: string; contacts: readonly { name: string }[] }

const FILLER = /^(?:(?:and|so|ok(?:ay)?|what about|how about)[, ]+)+/i
const POSSESSIVE = /\b(?:her|his|their)\b(?=\s+\p{L})/giu
const PERSON = /\b(?:she|he|her|him|they|them|this person|that person)\b/gi
const SINGLE = /\b(?:she|her|he|his|him|they|their|them|(?:this|that) person)\b/i
const SEVERAL = /\b(?:of them|those|these|each of)\b/i
const OTHER_PLACE = /^(?:in|from|for) ([\p{L}\d][\p{L}\d .'-]{1,40})$/u
/** Longer questions are complete without the one before. */
const MAX_LENGTH = 120

/** Tells if a question needs the one before it to make sense. */
export function isFollowUp(question: string): boolean {
  if (question.length > MAX_LENGTH || SEVERAL.test(question)) return false
  return SINGLE.test(question) || OTHER_PLACE.test(withoutFiller(question))
}

const withoutFiller = (question: string) =>
  question
    .trim()
    .replace(FILLER, '')
    .replace(/[?.!\s]+$/, '')

/** Fills in the person or place of the question before; leaves the question unchanged if that is ambiguous. */
export function inContext(question: string, previous: PreviousQuestion | null): string {
  if (!previous || !isFollowUp(question)) return question
  const rest = withoutFiller(question)
  const place = OTHER_PLACE.exec(rest)?.[1]
  if (place) {
    const previousPlace = placeOf(fold(previous.question))
    return previousPlace ? fold(previous.question).replace(previousPlace, fold(place)) : question
  }
  const [only, ...others] = previous.contacts
  if (!only || others.length > 0) return question
  // "write her a letter" has no owner before "a", and "her email" has one.
  return rest
    .replace(POSSESSIVE, (word, at: number) =>
      /^\s+an?\b/i.test(rest.slice(at + word.length)) ? only.name : `${only.name}'s`,
    )
    .replace(PERSON, only.name)
}
