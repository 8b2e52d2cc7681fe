import type { PurposeWords } from './purpose-words.ts'

/** Offers a summary of recent sales. */
export const MARKET_UPDATE: PurposeWords = {
  subjects: [
    'A short market update for {area}',
    'Recent home sales in {area}',
    'What homes in {area} have been selling for',
  ],
  reasons: {
    friendly: [
      'I put together a short update on home sales in {area} and thought I’d send it your way.',
      'I keep an eye on home sales in {area} and would be happy to share what I see.',
      'I just finished a short summary of home sales in {area} that you might find interesting.',
    ],
    professional: [
      'I follow home sales in {area} closely and put together a short summary.',
      'I have prepared a brief overview of recent home sales in {area}.',
      'As part of my work, I track home sales in {area}.',
    ],
    direct: [
      'I have a short summary of recent home sales in {area}.',
      'I’m offering a one-page summary of recent home sales in {area}.',
      'I can send you a one-page list of recent home sales in {area}.',
    ],
  },
  more: [
    'It shows what sold lately, how long each home was on the market, and how prices compare with a year ago.',
    'It takes about two minutes to read.',
    'Every number comes with its source, so you can check it yourself.',
    'If you’d like a particular street or type of home included, I can add it.',
    'Many people like it just to know where the market stands.',
  ],
  offers: {
    friendly: ['Should I send it over?', 'Would you like a copy?', 'Can I send it to you?'],
    professional: [
      'Would it be helpful?',
      'May I send you a copy?',
      'Would you like me to share it with you?',
    ],
    direct: ['Do you want a copy?', 'Should I send it?', 'Is that useful?'],
  },
}
