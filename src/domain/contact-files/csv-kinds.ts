import type { PhoneKind, PointKind } from '../identity/contact-details.ts'

/** Words beside a phone number ("Mobile", "* Work Fax"), by priority. */
const PHONE_WORDS: readonly (readonly [RegExp, PhoneKind])[] = [
  [/fax/i, 'fax'],
  [/pager|beeper/i, 'pager'],
  [/mobil|cell|iphone|handy|movil|móvil|celular|telem|natel|whatsapp|wireless|portable|text|sms/i, 'mobile'],
  [
    /work|business|office|company|direct|geschäft|arbeit|dienst|b[uü]ro|bureau|trabajo|trabalho|travail|oficina|comercial|profes/i,
    'work',
  ],
  [
    /home|resid|landline|land line|privat|haus|festnetz|fixe|fijo|fixo|domicil|maison|casa|particular|personal|personnel|pessoal/i,
    'home',
  ],
  [/main|haupt|principal|primary/i, 'main'],
  [/other|alt|weiter|otro|outro|autre|voip|custom/i, 'other'],
]

const POINT_WORDS: readonly (readonly [RegExp, PointKind])[] = [
  [
    /work|business|office|company|geschäft|arbeit|dienst|b[uü]ro|bureau|trabajo|trabalho|travail|oficina|comercial|profes/i,
    'work',
  ],
  [/mail(?:ing)?\b|billing|postal|correspond|rechnung|factur|fatura/i, 'mailing'],
  [/propert|invest|rental|vacation|listing|situs/i, 'property'],
  [/home|resid|privat|personal|personnel|pessoal|domicil|maison|casa|particular|primary/i, 'home'],
  [/other|alt|weiter|otro|outro|autre|secondary|custom|previous/i, 'other'],
]

const TYPE_MAX_LENGTH = 40

export function phoneKindOf(type: string): PhoneKind | null {
  return kindBy(PHONE_WORDS, type)
}

export function pointKindOf(type: string): PointKind | null {
  return kindBy(POINT_WORDS, type)
}

/** Google marks the preferred value with an asterisk before its label. */
export function isPreferredType(type: string): boolean {
  return type.startsWith('* ') || /^(?:pref|primary|preferred|default)\b/i.test(type)
}

function kindBy<Kind>(words: readonly (readonly [RegExp, Kind])[], type: string): Kind | null {
  if (type === '' || type.length > TYPE_MAX_LENGTH) return null
  return words.find(([word]) => word.test(type))?.[1] ?? null
}
