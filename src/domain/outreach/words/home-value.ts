import type { PurposeWords } from './purpose-words.ts'

/** Offers an estimate of a home's value, and says what an estimate is not. */
export const HOME_VALUE: PurposeWords = {
  subjects: [
    'An estimate for your home in {area}',
    'What similar homes in {area} have sold for',
    'Your home and the market in {area}',
  ],
  reasons: {
    friendly: [
      'I can put together a short estimate of what a home like yours in {area} might sell for today.',
      'If you have ever wondered what your home might be worth today, I would be glad to look into it.',
      'I would be happy to prepare a short estimate for your home in {area}.',
    ],
    professional: [
      'I prepare value estimates for homes in {area}, based on recent sales of similar homes.',
      'I can prepare a written estimate of the current value of your home.',
      'I offer value estimates for homes in {area} and would be glad to prepare one for you.',
    ],
    direct: [
      'I can tell you what homes like yours in {area} have sold for.',
      'I can send you a value estimate for your home.',
      'I am offering a value estimate for your home in {area}.',
    ],
  },
  more: [
    'An estimate compares recent sales of similar homes nearby and explains the range in plain words.',
    'It is not an appraisal: the condition of a home and its updates change the figure.',
    'It costs you nothing, and you owe me nothing for it.',
    'You can simply keep it for your records.',
    'If you tell me what you have updated, the range of the estimate becomes narrower.',
  ],
  offers: {
    friendly: [
      'Would you like me to prepare one?',
      'Shall I put one together for you?',
      'Does that sound interesting to you?',
    ],
    professional: [
      'Would you like me to prepare one for you?',
      'May I prepare one for you?',
      'Would such an estimate be of use to you?',
    ],
    direct: ['Do you want one?', 'Should I prepare it?', 'Would that help you?'],
  },
}
