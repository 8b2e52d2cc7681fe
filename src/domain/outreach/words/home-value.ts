import type { PurposeWords } from './purpose-words.ts'

/** Offers an estimate of a home's value. */
export const HOME_VALUE: PurposeWords = {
  subjects: [
    'An estimate for your home in {area}',
    'What similar homes in {area} have sold for',
    'Your home and the market in {area}',
  ],
  reasons: {
    friendly: [
      'I can put together a short estimate of what a home like yours in {area} might sell for today.',
      'If you’ve ever wondered what your home might be worth today, I’d be glad to look into it.',
      'I’d be happy to put together a short estimate for your home in {area}.',
    ],
    professional: [
      'I prepare value estimates for homes in {area}, based on recent sales of similar homes.',
      'I can prepare a written estimate of the current value of your home.',
      'I offer value estimates for homes in {area} and would be glad to prepare one for you.',
    ],
    direct: [
      'I can tell you what homes like yours in {area} have sold for.',
      'I can send you a value estimate for your home.',
      'I’m offering a value estimate for your home in {area}.',
    ],
  },
  more: [
    'It compares recent sales of similar homes nearby and explains the range in plain English.',
    'It’s not an appraisal: a home’s condition and updates change the number.',
    'It’s free, with no strings attached.',
    'You can just keep it for your records.',
    'If you tell me what you’ve updated, I can narrow the range.',
  ],
  offers: {
    friendly: [
      'Would you like me to prepare one?',
      'Should I put one together for you?',
      'Want me to put one together?',
    ],
    professional: [
      'Would you like me to prepare one for you?',
      'May I prepare one for you?',
      'Would an estimate like that be helpful?',
    ],
    direct: ['Do you want one?', 'Should I prepare it?', 'Would that help?'],
  },
}
