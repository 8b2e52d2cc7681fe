import type { PhoneKind, PointKind } from '../identity/contact-details.ts'

/** Words that describe a phone number ("Mobile", "* Work Fax"), by priority. */
const PHONE_WORDS: Readonly<Record<PhoneKind, RegExp>> = {
  fax: /fax/i,
  pager: /pager|beeper/i,
  mobile: /mobil|cell|iphone|handy|movil|móvil|celular|telem|natel|whatsapp|wireless|portable|text|sms/i,
  work: /work|business|office|company|direct|geschäft|arbeit|dienst|b[uü]ro|bureau|trabajo|trabalho|travail|oficina|comercial|profes/i,
  home: /home|resid|landline|land line|privat|haus|festnetz|fixe|fijo|fixo|domicil|maison|casa|particular|personal|personnel|pessoal/i,
  main: /main|haupt|principal|primary/i,
  other: /other|alt|weiter|otro|outro|autre|voip|custom/i,
}

const POINT_WORDS: Readonly<Record<PointKind, RegExp>> = {
  work: /work|business|office|company|geschäft|arbeit|dienst|b[uü]ro|bureau|trabajo|trabalho|travail|oficina|comercial|profes/i,
  mailing: /mail(?:ing)?\b|billing|postal|correspond|rechnung|factur|fatura/i,
  property: /propert|invest|rental|vacation|listing|situs/i,
  home: /home|resid|privat|personal|personnel|pessoal|domicil|maison|casa|particular|primary/i,
  other: /other|alt|weiter|otro|outro|autre|secondary|custom|previous/i,
}

const MAX_TYPE_LENGTH = 40

export function phoneKindOf(type: string): PhoneKind | null {
  return kindBy(PHONE_WORDS, type)
}

export function pointKindOf(type: string): PointKind | null {
  return kindBy(POINT_WORDS, type)
}

/** True for the label of a preferred value, which Google marks with an asterisk. */
export function isPreferredType(type: string): boolean {
  return type.startsWith('* ') || /^(?:pref|primary|preferred|default)\b/i.test(type)
}

function kindBy<Kind extends string>(words: Readonly<Record<Kind, RegExp>>, type: string): Kind | null {
  if (type === '' || type.length > MAX_TYPE_LENGTH) return null
  return (Object.keys(words) as Kind[]).find((kind) => words[kind].test(type)) ?? null
}
