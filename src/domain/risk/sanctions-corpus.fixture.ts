import { seededRandom } from '../identity/duplicate-corpus.fixture.ts'

/** Two invented full names, marked as the same person or not. */
export type NamePair = { asked: string; listed: string; isSame: boolean }

type Random = () => number
type Culture = {
  given: string[]
  middle: string[]
  surname: string[]
  write: (random: Random, word: string) => string
}

const words = (text: string) => text.trim().split(/\s+/)
const pick = (random: Random, list: readonly string[]): string =>
  list[Math.floor(random() * list.length)] ?? ''
const oneOf = (random: Random, ...forms: string[]): string => pick(random, forms)

/** Rewrites a word with a random choice of rules and spellings. */
function respell(random: Random, word: string, rules: readonly [RegExp, string[]][]): string {
  let text = word
  for (const [letters, forms] of rules) {
    if (random() < 0.45) text = text.replace(letters, () => pick(random, forms))
  }
  return text
}

const RUSSIAN: Culture = {
  given: words(
    'Aleksandr Sergey Dmitriy Vladimir Andrey Aleksey Mikhail Yevgeniy Nikolay Igor Oleg Viktor Yuriy Pavel Konstantin Anatoliy Gennadiy Vyacheslav Ruslan Artyom Tatyana Yelena Svetlana Natalya',
  ),
  middle: words(
    'Aleksandrovich Sergeyevich Nikolayevich Vladimirovich Ivanovich Petrovich Mikhaylovich Yuryevich Olegovich Viktorovich Borisovich Anatolyevich',
  ),
  surname: words(
    'Zhirkov Shcherbakov Kuznetsov Lukyanenko Tkachenko Yevdokimov Khramtsov Chaykovskiy Dzhabrailov Malofeyev Prigozhin Ovsyannikov Rybalchenko Timofeyev Zakharchenko Gavrilov Belyayev Surovikin Kochetkov Lyashko Abramchuk Vorobyov Fyodorov Kovalchuk',
  ),
  write: (random, word) =>
    respell(random, word, [
      [/iy$/, ['y', 'ii', 'i', 'ij']],
      [/ey(?=ev|$)/, ['ei', 'ej']],
      [/kh/i, ['h', 'kh', 'ch']],
      [/zh/g, ['j', 'zh']],
      [/Shch/, ['Sch', 'Shch']],
      [/ya/g, ['ia', 'ja']],
      [/yu/g, ['iu', 'ju']],
      [/^Ye/, ['E', 'Ie']],
      [/ks/, ['x', 'ks']],
      [/yev/g, ['ev', 'iev']],
      [/ts/, ['tz', 'ts', 'c']],
      [/yo/, ['e', 'io']],
    ]),
}
const ARABIC: Culture = {
  given: words(
    'Mohammed Ahmed Khalid Yusuf Hussein Hassan Abdullah Mustafa Ibrahim Omar Mahmoud Saeed Tariq Nasser Jamal Rashid Faisal Walid Qasim Bashir Zakaria Usman Suleiman Ismail',
  ),
  middle: words('Ali Hassan Mohammed Hamid Saleh Karim Jafar Musa Aziz Fouad Said Taha Yahya Khalil'),
  surname: words(
    'al-Zarqani al-Masri al-Houthi Shamkhani al-Qurayshi Barzanji al-Tikriti al-Dulaimi Makhlouf Ghaddafi al-Awlaki Haqqani Shalabi Khorasani al-Jaburi Mansour al-Ghamdi Soleimani Tajideen al-Nashiri Bouazizi Zawahiri al-Kuwari Belmokhtar',
  ),
  write: (random, word) =>
    respell(random, word, [
      [/^al-/, ['al ', 'Al-', 'el-', '']],
      [/ou/g, ['u', 'oo', 'o']],
      [/ei|ai(?=[^n])/g, ['ay', 'ai', 'ey']],
      [/q/gi, ['k', 'q']],
      [/gh/gi, ['g', 'gh']],
      [/kh/gi, ['kh', 'h']],
      [/ee|i(?=d$|m$|l$|r$)/g, ['ee', 'i']],
      [/mm/, ['m', 'mm']],
      [/ss/, ['s', 'ss']],
      [/ed$/, ['ad', 'ed', 'id']],
      [/y(?=s|a)/, ['y']],
      [/z(?=a)/, ['z']],
      [/j/g, ['j', 'dj']],
    ]),
}
const SPANISH: Culture = {
  given: words(
    'Joaquín Ovidio Iván Ismael Rubén Nemesio Heriberto Dámaso Amado Eleazar Édgar Servando Osiel Arnoldo Gilberto Ramiro Leonel Evaristo Wílmer Tareck Diosdado Néstor Delcy Fabián',
  ),
  middle: words('Archivaldo José Luis Antonio Alberto Manuel Enrique Alfredo Rafael Ernesto Eduardo'),
  surname: words(
    'Barrera Cárdenas Oseguera Zambada Treviño Beltrán Caro Félix Arellano Coronel Quintero Villarreal Cifuentes Urdinola Restrepo Henao Saab Cabello Maduro Moros Bermúdez Araújo Lugo Zepeda',
  ),
  write: (random, word) => (random() < 0.6 ? word.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : word),
}
const KOREAN: Culture = {
  given: words(
    'Yong-chol Song-hui Chol-su Tong-myong Kyong-il Myong-chol Hak-song Un-ju Su-gil Won-hong Il-ho Yo-jong',
  ),
  middle: [''],
  surname: words('Kim Pak Choe Ri Chang Han Yun Kang Hwang Mun So Paek'),
  write: (random, word) =>
    word.includes('-')
      ? oneOf(random, word, word.replace('-', ' '), word.replace('-', ''))
      : respell(random, word, [
          [/^Pak$/, ['Park']],
          [/^Choe$/, ['Choi']],
        ]),
}

const TITLES = words('Dr. Gen. Colonel Sheikh Mullah Haji Prof. Mr. Eng.')

type Person = { given: string; middle: string; surname: string; second: string; culture: Culture }

function person(random: Random): Person {
  const culture = [RUSSIAN, RUSSIAN, ARABIC, ARABIC, SPANISH, KOREAN][Math.floor(random() * 6)] ?? RUSSIAN
  return {
    culture,
    given: pick(random, culture.given),
    middle: pick(random, culture.middle),
    surname: pick(random, culture.surname),
    second: culture === SPANISH ? pick(random, culture.surname) : '',
  }
}

const listedForm = ({ given, middle, surname, second }: Person): string =>
  `${`${surname} ${second}`.trim().toUpperCase()}, ${`${given} ${middle}`.trim()}`

/** Writes a name in another spelling. */
function variant(random: Random, { culture, given, middle, surname, second }: Person): string {
  const write = (word: string) => culture.write(random, word)
  const left = random()
  const parts = [
    ...(random() < 0.12 ? [pick(random, TITLES)] : []),
    write(given),
    ...(middle !== '' && left < 0.5 ? [write(middle)] : []),
    write(surname),
    ...(second !== '' && left < 0.6 ? [write(second)] : []),
  ]
  if (culture !== KOREAN && random() < 0.15) parts.push(parts.shift() ?? '')
  const text = parts.join(' ')
  return culture === ARABIC && random() < 0.15 ? text.replace(' ', ' bin ') : text
}

/** Invents another person with one or two similar parts of the name. */
function other(random: Random, one: Person): Person {
  const { culture } = one
  const roll = random()
  const changed = { ...one }
  if (roll < 0.45) changed.given = pick(random, culture.given)
  else if (roll < 0.8) changed.surname = pick(random, culture.surname)
  else changed.middle = pick(random, culture.middle)
  if (culture === SPANISH && roll > 0.3) changed.second = pick(random, culture.surname)
  return changed
}

/** Pairs of names: the same person in two spellings, or two people with similar names. */
export function namePairs(seed: number, count: number): NamePair[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const one = person(random)
    const isSame = random() < 0.55
    const them = isSame ? one : other(random, one)
    const isReallyOther =
      them.given !== one.given || them.surname !== one.surname || them.middle !== one.middle
    return { asked: variant(random, them), listed: listedForm(one), isSame: isSame || !isReallyOther }
  })
}

/** A list of personal names in the style of the US sanctions list. */
export function listedPeople(seed: number, count: number): { listed: string; short: string }[] {
  const random = seededRandom(seed)
  const hispanic = words(
    'Jose Juan Luis Carlos Jesus Miguel Maria Ana Francisco Jorge Pedro Manuel Antonio Rosa Daniel David',
  )
  const frequent = words(
    'Garcia Lopez Hernandez Gonzalez Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Cruz Reyes Morales Ortiz',
  )
  return Array.from({ length: count }, () => {
    const one = person(random)
    if (one.culture === SPANISH && random() < 0.5) {
      one.given = pick(random, hispanic)
      if (random() < 0.6) one.surname = pick(random, frequent)
      one.second = pick(random, random() < 0.5 ? frequent : SPANISH.surname)
    }
    return { listed: listedForm(one), short: `${one.given} ${one.surname}` }
  })
}
