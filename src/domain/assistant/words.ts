import { fold } from '../identity/name.ts'

/** Words that carry no meaning in a question. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at be because been before being but by can could did do ' +
    'does doing done for from get give had has have having he her here him his how i if in into is it its itself ' +
    'just let like lot may me might more most much must my need no nor not of off ok on once one only or other ' +
    'our out over own please possible really s same she should show so some such t tell than thank thanks that ' +
    'the their them then there these they thing this those through to too under until up us use used using very ' +
    'via want was we were what when where whether which while who whom whose why will with without would you ' +
    'your yours hello hi hey whats whos hows wheres whens dont doesnt cant im ive ill someone somebody anyone ' +
    'anybody explain way make know say work happen now per yes set put difference between exactly walk together ' +
    'wondering curious anything something everything ever trying try kind sort going wanted sure bit quick able ' +
    'guys guess shall always never id theres thats isnt wont arent couldnt shouldnt wouldnt havent hasnt didnt ' +
    'since many somehow everyone okay pls plz thx mind ask asked question actually basically literally honestly ' +
    'simply anyway homeowner homeowners mean means meaning meant counts'
  ).split(' '),
)

/** Phrases that count as one word, in all their spellings. */
const PHRASES: readonly [RegExp, string][] = [
  [
    /\bdo[- ]not[- ]contact(ed)?\b|\bopt(s|ed|ing)?[- ]?outs?\b|\b(?:take|taking|took) (?:\w+ ){1,2}off (?:my|our|the|an?|your) (?:[\w-]+ )?lists?\b/g,
    'optout',
  ],
  [
    /\b(?:say|write|mention) (?:it |this |that )?in (?:an?|my|the|our) (?:\w+ )?(?:listing|ad|advert|description|remark)s?\b/g,
    'words ad',
  ],
  [/\broll(?:s|ed|ing)?[- ]?back\b/g, 'undo'],
  [/\b(?:roll|carry|carri)(?:s|es|ed|ing)?[- ]?over\b/g, 'rollover'],
  [/\b(?:do[- ]not[- ]call|dnc)\b/g, 'donotcall'],
  [
    /\bhow much (?:is|does|would) (?:it|this|that)(?: cost| be)?\b|\bwhat (?:do|would) you (?:charge|cost)\b/g,
    'cost plan',
  ],
  [/\bhow much (?:is|does|do|are|would)\b/g, 'cost'],
  [/\bcan[- ]?spam\b/g, 'canspam'],
  [/\b(sign|log)(ed|ged|ing|ging|s)?[- ]?in\b|\blogins?\b/g, 'signin'],
  [/\b(sign|log)(ed|ged|ing|ging|s)?[- ]?out\b|\blogouts?\b/g, 'signout'],
  [/\be[- ]mails?\b/g, 'email'],
  [
    /\blook(ed|ing|s)?[- ]?ups?\b|\blook(ed|ing|s)? (people|them|her|him|somebody|someone|contacts?) up\b/g,
    'enrich',
  ],
  [/\b(?:9|nine)[- ]?d['’]?s\b/g, 'nine categories'],
  [/\b9[- ]?d\b/g, 'score'],
  [/\bv[- ]?cards?\b/g, 'vcard'],
  [/\bre[- ](?=[a-z])/g, ''],
]

/** Synonyms of the documentation's terms, folded and stemmed: each term, then the words that count as it. */
const SYNONYMS = new Map(
  `
    enrich: enrichment; delet: remov eras deletion; accuracy: accurat; 0: zero; import: upload;
    size: big larg; csv: spreadsheet excel; verifi: verification verify validat;
    cost: price pric expensiv charg fee; pay: payment paid; cancel: cancell cancellation;
    subscrib: subscription; phone: mobil telephon; team: colleagu coworker teammat assistant partner; role: right;
    child: kid baby; wiring: wir wire; task: todo; comput: calculat; find: search; hour: time;
    lead: prospect; legal: allow illegal lawful law; text: sms messag; absente: landlord; undo: revert nuk rollback;
    keyboard: shortcut; limit: cap maximum max; marri: marriag marry wedding;
    record: tape tap; early: earliest earlier; late: latest later; discriminat: discrimination; ad: advert advertisement
    advertis; referral: refer kickback; disclos: disclosur reveal;
    restor: recover; duplicat: dup dupe doubl; merg: combin; fine: penalty;
    chang: edit updat; refund: reimburs
  `
    .split(';')
    .flatMap((group) => {
      const [term = '', words = ''] = group.trim().split(': ')
      return words.split(' ').map((word) => [word, term] as const)
    }),
)

/** Keeps short words distinct. */
const MIN_STEM_LENGTH = 3
const ENDINGS = ['ational', 'ing', 'edly', 'ed', 'es', 's', 'ly', 'e'] as const

/** Removes plural and common endings. The stem need not be a word, only equal for all forms of one. */
function stem(word: string): string {
  if (/\d/.test(word)) return word
  const singular = word.replace(/ies$/, 'y').replace(/ied$/, 'y')
  const ending = ENDINGS.find(
    (each) => singular.endsWith(each) && singular.length - each.length >= MIN_STEM_LENGTH,
  )
  if (!ending || singular.endsWith('ss')) return singular
  return singular.slice(0, -ending.length).replace(/([bdgmnprt])\1$/, '$1')
}

/** The meaningful words of a text, folded and stemmed, in order, with repetitions. */
export function wordsOf(text: string): string[] {
  const normalized = PHRASES.reduce((current, [pattern, word]) => current.replace(pattern, word), fold(text))
  return (normalized.match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem)
    .map((word) => SYNONYMS.get(word) ?? word)
}
