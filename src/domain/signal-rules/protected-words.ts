import { wordSet } from '../word-lists.ts'
import type { Trait } from './variables.ts'

/** Classes that no rule may rest on, whatever the reason. */
export type ProtectedClass = 'race, color or national origin' | 'religion' | 'sex' | 'disability'

/** Words end with `*` where every word that begins so counts. Words that belong together are joined by `+`. */
const NEVER: Readonly<Record<ProtectedClass, string>> = {
  'race, color or national origin': `
    race racial* ethnic* minorit* black blacks white whites brown+people african* afro* asian* hispanic* latin latino*
    latina* latinx latine chicano* chicana* mexican* puerto+rican* cuban* dominican* haitian* jamaican* chinese japanese
    korean* vietnames* filipin* indian indians pakistani* bangladeshi* arab arabs arabic arabian* persian* iranian*
    iraqi* syrian* lebanese turkish somali* nigerian* ethiopian* kenyan* russian* ukrainian* polish+speak* german+speak*
    italian+american* irish+american* european* caucasian* negro* oriental* gypsy gypsies roma+famil* native+american*
    indigenous tribal immigrant* immigration migrant* foreign* refugee* undocumented citizen* noncitizen* visa+holder*
    h1b h-1b daca green+card* nationalit* origin ancestr* heritage biracial multiracial mixed+race person+of+color
    people+of+color poc bipoc aapi spanish+speak* spanish+only spanish esl limited+english non+english english+learner*
    english+speak* mandarin cantonese tagalog bilingual accent* language* dialect* hindi punjabi desi creole barrio*
    ghetto* chinatown itin la+raza habla dreamers naturaliz* turban* hijab* quincean* section+8 section+eight housing+voucher* voucher+holder* hbcu`,
  religion: `
    religio* faith* church* christian* catholic* protestant* evangelic* baptist* methodist* lutheran* presbyterian*
    episcopal* pentecostal* mormon* lds orthodox jew jews jewish judai* synagogue* shul temple+member* temple+beth kosher
    hebrew muslim* islam* mosque* halal hindu* buddhis* sikh* gurdwara* jain* atheis* agnostic* amish mennonite* quaker*
    jehovah* parish* diocese* congregation* worship* bible* gospel ministr* pastor* rabbi* imam* priest* ramadan
    hanukkah chanukah passover sabbath eruv yeshiva* mass+goer* torah quran iglesia mitzvah* baptism* communion diwali eid nun nuns godly knights+of+columbus`,
  sex: `
    sex gender* male males female* woman women man men lady ladies gentlem* girl girls boy boys girlfriend* boyfriend*
    bachelorette* gay gays lesbian* bisexual* transgender* trans queer lgbt* lgbtq* same+sex nonbinary
    sexual* mom moms mommy mother* dad dads daddy father* single+mom* single+dad* wife wives husband* widow widows
    widower* sorority fraternity ms mrs mr`,
  disability: `
    disab* handicap* wheelchair* blind deaf crutch* low+vision guide+dog* down+syndrome epilep* asthma* obes* hearing+loss hard+of+hearing autis* adhd dementia alzheimer* mental*
    psychiatr* bipolar schizo* depression anxiety ptsd addict* in+recovery in+rehab sober* hiv aids cancer* illness* sick
    chronic* dialysis diabet* stroke paraplegic* quadripleg* amput* prosthe* mobility+impair* impair* special+needs
    service+animal* service+dog* support+animal* group+home* ssdi ssi in+home+care caregiver* hospice*`,
}

const WITH_REASON: Readonly<Record<Trait, string>> = {
  family: `
    family families familial kid kids child children childless baby babies newborn* infant* toddler* pregnan* expecting
    maternity paternity parent* grandparent* grandchild* grandkid* nursery daycare preschool* kindergarten* school+age*
    teen teens teenager* empty+nest* nester* household+size foster+parent* foster+famil* adoption adopted adopting college+age* soccer+parent* pta`,
  age: `
    age aged ages elderly senior seniors retire* retiring pension* old+people older+people young mature millennial* boomer* gen+z
    gen+x medicare aarp over+50 over+55 over+60 over+62 over+65 over+70 over+75 over+80 under+30 under+35 under+40 55+plus
    62+plus 65+plus 55+community assisted+living nursing+home* geriatric* octogenarian* twenties thirties forties fifties
    sixties seventies eighties born+in birth+year* grad graduate* graduation student*`,
  marital: `
    married marriage* marital unmarried single singles divorc* separated widowed wed wedding* weds newlywed* just+engaged
    recently+engaged engagement+ring fiance* spouse* spousal couple couples bride* groom* honeymoon* wedding+anniversary prenup* ex+spouse*
    domestic+partner* cohabit* bachelor bachelors`,
}

/** Ordinary words of the trade that contain a word of the lists. */
const HARMLESS =
  /\b(?:single|multi)[- ]?family\b|\bfamily (?:room|office)s?\b|\bsingle[- ](?:story|level|owner|agent)\b|\baged leads?\b|\bwhite glove\b|\bblack friday\b|\bspanish (?:style|colonial|revival)\b|\borigin of lead\b|\bsenior (?:agent|partner|loan officer)s?\b/gi

type Phrase = readonly string[]

const phrasesOf = (text: string): Phrase[] => [...wordSet(text)].map((phrase) => phrase.split('+'))
const NEVER_PHRASES = Object.entries(NEVER).map(([name, text]) => ({ name, phrases: phrasesOf(text) }))
const REASON_PHRASES = Object.entries(WITH_REASON).map(([name, text]) => ({ name, phrases: phrasesOf(text) }))

/** Digits and signs that stand for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '|': 'l' },
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    х: 'x',
    у: 'y',
    і: 'i',
    ѕ: 's',
    ј: 'j',
    һ: 'h',
    ԁ: 'd',
    ո: 'n',
    ɡ: 'g',
  },
  ...{ α: 'a', ε: 'e', ι: 'i', ο: 'o', ρ: 'p', τ: 't', υ: 'u', ν: 'v', κ: 'k', η: 'n' },
}

/** Text in lower case, without accents and invisible characters. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()

const swapLookalikes = (text: string) =>
  Array.from(text, (character) => LOOKALIKES[character] ?? character).join('')

/** A text without ordinary words of the trade that contain a word of the lists. */
export const withoutHarmless = (text: string) => text.replace(HARMLESS, ' ')

/** The ways in which a text can be read: as written, with stand-ins for letters, and with spaced letters joined. */
function readingsOf(wholeText: string): string[][] {
  const text = withoutHarmless(wholeText)
  const split = (reading: string) => reading.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  // Words of camel case and with underscores are separate words, too.
  const written = split(plain(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
  const swapped = split(swapLookalikes(plain(text)))
  const letters = plain(text).replace(/[^\p{L}\p{N}]+/gu, '')
  const isSpelledOut = written.length > 2 && written.every((word) => word.length === 1)
  const joinedPairs = written.slice(1).map((word, index) => `${written[index]}${word}`)
  return [written, swapped, joinedPairs, ...(isSpelledOut ? [[letters], [swapLookalikes(letters)]] : [])]
}

/** True for the word of a phrase, its plural, and for those that begin like a phrase with `*`. */
function isWord(word: string, pattern: string): boolean {
  if (pattern.endsWith('*')) return word.startsWith(pattern.slice(0, -1))
  return word === pattern || word === `${pattern}s`
}

function findPhrase(readings: readonly string[][], phrases: readonly Phrase[]): string | null {
  for (const words of readings)
    for (const [start] of words.entries())
      for (const phrase of phrases)
        if (phrase.every((pattern, index) => isWord(words[start + index] ?? '', pattern)))
          return words.slice(start, start + phrase.length).join(' ')
  return null
}

/** The protected class that a text names, also by a stand-in; null if it names none. */
export function protectedClassOf(text: string): { name: string; words: string } | null {
  const readings = readingsOf(text)
  if (mixesScripts(text)) return { name: 'letters of several alphabets', words: text }
  for (const { name, phrases } of NEVER_PHRASES) {
    const words = findPhrase(readings, phrases)
    if (words !== null) return { name, words }
  }
  return null
}

/** Traits that a text names and that a rule needs a reason for. */
export function traitsOf(text: string): Trait[] {
  const readings = readingsOf(text)
  return REASON_PHRASES.flatMap(({ name, phrases }) =>
    findPhrase(readings, phrases) === null ? [] : [name as Trait],
  )
}

/** Words of Latin and other letters look like one and are another. */
function mixesScripts(text: string): boolean {
  return text
    .split(/[^\p{L}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[^\p{Script=Latin}]/u.test(word))
}
