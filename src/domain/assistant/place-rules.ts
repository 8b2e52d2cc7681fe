import type { ConditionRule } from './condition-rule.ts'

/** A place ends before words like "with": "in Naperville with a score above 70". */
const PLACE_PATTERN =
  /\b(?:in|from|around|near|at) (?:(?:the )?(?:zip(?: code)?|area|city of|town of|state of|greater) )?(\d{5}|[\p{L}][\p{L} .'-]{1,40}?)(?=$|[,?!]|\.$| (?:area|with|without|who|whom|whose|that|which|and|or|but|by|have|has|had|are|is|do|does|today|this|should|can|to|now|i|we|over|under|above|below|older|younger|worth|scor\w+|among|within|own\w*|bought|haven't|hasn't|don't|got|near|rn|right now|no|missing|the longest|longest|\d)\b)/u
const ZIP_PATTERN = /\b(?:zip(?: code)? )?(\d{5})\b/
/** Words after "in" that are not places. */
const NOT_A_PLACE_PATTERN =
  /^(?:the|my|our|their|his|her|this|that|all|total|general|last|past|a|an|any|trouble|order|top|here|it|them|contacts?|touch|both|january|february|march|april|may|june|july|august|september|october|november|december|years?|what|which|your|now|particular|foreclosure|default|danger|debt|need|person|stage|q[1-4]|spring|summer|fall|winter|months|weeks|days|forever|ages|one|their|common|group|bulk|town|each|every|crm|csv|me|us|him|20\d\d|19\d\d)\b/

const NAME = String.raw`\d{5}|[\p{L}][\p{L}.'-]*(?: [\p{L}][\p{L}.'-]*){0,2}?`
const EITHER_PLACE = new RegExp(
  String.raw`\b(?:in|from|around|near|at) (?:either |both )?(${NAME})(?: or| and| &|,|/) ?(?:in )?(${NAME})(?=$|[,?!]| (?:with|without|who|whose|that|and|have|has|are|is|over|under|worth|scor\w+)\b)`,
  'u',
)
/** Words after "and" that are not a second place. */
const NO_SECOND_PLACE_PATTERN =
  /^(?:with|without|who|whose|have|has|had|are|is|do|does|over|under|above|below|older|younger|worth|score|scored|scores|scoring|own|owns|no|not|missing|lives?|bought|between|at least|more|less|never|haven't|want|can|should|verified|tagged|still|only|also|then|i|we|aged?)\b/

/** Where contacts live. */
export const PLACE_RULES: readonly ConditionRule[] = [
  [
    /\b(?:in |around |over in |out in |from )?(?!(?:the|what|which|my|our|a|this|that|any|your)\b)([\p{L}][\p{L} .'-]{1,30}?) (?:county|parish)\b/u,
    ([, name = '']) => ({ county: `${lastWords(name)} county` }),
  ],
  [
    /\b(?:outside(?: of)?|not (?:in|from)|beyond|(?:doesn't|don't|do not) live in) (?:the )?(?:state of )?([\p{L}][\p{L} .'-]{1,30}?)(?=$|[,?!]| (?:who|with|and|that|but)\b)/u,
    ([, place = '']) =>
      /^(?:state|touch|town|date|my|the|our)\b/.test(place) ? null : { outside: place.trim() },
  ],
  [
    /\b(?:on|lives? at|live at|at|from) (?:the )?((?:\d{1,6} )?[\p{L}\d.' -]{2,40}? (?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|way|pl|place|cir|circle|ter|terrace|pkwy|parkway|hwy|highway|trail|trl|loop|row|run))\b/u,
    ([, street = '']) => ({ street: street.replace(STREET_KIND_PATTERN, '').trim() }),
  ],
  [
    EITHER_PLACE,
    ([, place = '', otherPlace = '']) =>
      NOT_A_PLACE_PATTERN.test(place) ||
      NOT_A_PLACE_PATTERN.test(otherPlace) ||
      NO_SECOND_PLACE_PATTERN.test(otherPlace)
        ? null
        : { place, otherPlace },
  ],
  [
    PLACE_PATTERN,
    ([, place = '']) => (NOT_A_PLACE_PATTERN.test(place.trim()) ? null : { place: place.trim() }),
  ],
  [ZIP_PATTERN, ([, zip]) => (zip ? { place: zip } : null)],
]

/** A street is found by its name, because "Lane" can also be written "Ln". */
const STREET_KIND_PATTERN = / [\p{L}]+$/u

/** The county's name without the words before it. */
const lastWords = (name: string) => name.replace(/^.*\b(?:in|from|over|around|the|of)\s+/, '').trim()
