import type { PurposeWords } from './purpose-words.ts'

/** Offers what has sold lately. */
export const MARKET_UPDATE: PurposeWords = {
  subjects: [
    'A short market update for {area}',
    'Recent home sales in {area}',
    'What homes in {area} have been selling for',
  ],
  reasons: {
    friendly: [
      'I put together a short update on home sales in {area} and thought of sending it your way.',
      'I keep an eye on home sales in {area} and would be glad to share what I see.',
      'I just finished a short summary of home sales in {area} that you may find interesting.',
    ],
    professional: [
      'I follow home sales in {area} closely and prepare a short summary of them.',
      'I have prepared a brief overview of recent home sales in {area}.',
      'As part of my work I keep a current record of home sales in {area}.',
    ],
    direct: [
      'I have a short summary of recent home sales in {area}.',
      'I am offering a one-page summary of recent home sales in {area}.',
      'I can send you the recent home sales in {area} on one page.',
    ],
  },
  more: [
    'The summary shows what has sold lately, how long each home was on the market, and how prices compare with a year ago.',
    'Reading the summary takes about two minutes.',
    'Every figure names its source, so that you can check it yourself.',
    'If you would like a particular street or kind of home included, I can add it.',
    'Many people keep such a summary just to know where the market stands.',
  ],
  offers: {
    friendly: ['Shall I send it over?', 'Would you like a copy?', 'May I send it to you?'],
    professional: [
      'Would it be of use to you?',
      'May I send you a copy?',
      'Would you like me to share it with you?',
    ],
    direct: ['Do you want a copy?', 'Should I send it?', 'Is that useful to you?'],
  },
}
