/** The fictional contact of the hero and the film. Her reason names no life event, as on every list of the product. */
export const SAMPLE_PERSON = {
  name: 'Dana Whitlock',
  initials: 'DW',
  place: 'Naperville, IL',
  score: 78,
  chance: '39% in 12 mo',
  phone: '(630) 555-0142',
  reason: 'Owned since 2014; you last spoke in March.',
  script:
    "Hi Dana, it's Sam. We talked in March about your place on Alder Court. I put together what homes on your street sold for this year. Want me to send it over?",
} as const
