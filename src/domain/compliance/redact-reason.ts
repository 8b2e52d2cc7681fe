const REMOVED = '[…]'

/** English words that are also names; a person's name is removed anyway when it is capitalized. */
const COMMON_WORDS = new Set(
  `a an art ash bell best bill bird bob brook brown chance christian church clay cook cross day dean dollar drew
  earl english faith field flower ford forest fox frank gay gene glass grace grant gray green guy hand hill holiday hope
  house hunter iris ivy jack joy king lane law lily long love low lucky major mark may mercy miles mill moon noble olive
  park pat penny pepper porter price queen rain ray rich river rob rose ruby sandy shepherd short silver singer skip sky
  small star stone story summer swift sun sunny tan taylor terry thing tucker van vice walker ward waters weaver west
  white will win wise wolf wood woods worth young as at do i in is it or so the to up`.split(/\s+/),
)

/** Capitalized words that reasons may show. */
const SAFE_WORDS = new Set(
  `i i'm i've i'll january february march april june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday dnc fcc ftc tcpa mls fsbo crm sms ok us usa email e-mail zillow realtor
  facebook`.split(/\s+/),
)

const ADDRESS_PATTERN = /\S+@\S+|\b(?:https?:\/\/|www\.)\S+/giu
/** A phone number, street number, year or amount. */
const NUMBER_PATTERN = /[+(]?\d[\d\s().,/-]*\d|\d{2,}/gu
const WORD_PATTERN = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*/gu

/**
 * A reason that a member typed, without what could name a contact: addresses, longer numbers, words that name a contact of
 * the office, and capitalized words within a sentence. Removes too much rather than too little.
 *
 * @param names words of the reason that name a contact, in lower case
 */
export function redactReason(reason: string, names: readonly string[]): string {
  const nameSet = new Set(names)
  const withoutNumbers = reason.replace(ADDRESS_PATTERN, REMOVED).replace(NUMBER_PATTERN, REMOVED)
  const withoutNames = withoutNumbers.replace(WORD_PATTERN, (word, offset: number) =>
    isShown(word, { nameSet, startsSentence: /(^|[.!?]\s*)["'“(]*$/u.test(withoutNumbers.slice(0, offset)) })
      ? word
      : REMOVED,
  )
  return withoutNames.replace(/(\[…\][\s,.'’-]*)+(?=\[…\])/gu, '')
}

function isShown(
  word: string,
  { nameSet, startsSentence }: { nameSet: ReadonlySet<string>; startsSentence: boolean },
): boolean {
  const lowerCase = word.toLowerCase()
  if (SAFE_WORDS.has(lowerCase)) return true
  const isCapitalized = word !== lowerCase
  if (isCapitalized && !startsSentence) return false
  const isNamed = lowerCase.split(/[^\p{L}\p{M}\p{N}]+/u).some((part) => nameSet.has(part))
  return !isNamed || (!isCapitalized && COMMON_WORDS.has(lowerCase))
}
