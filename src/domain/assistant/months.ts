/** English names of the months, January first. */
export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ')

/** The source of a pattern for months in lower case, in full or with three letters. */
export const MONTH_WORDS = MONTH_NAMES.map((name) => `${name}|${name.slice(0, 3)}`)
  .join('|')
  .toLowerCase()
