import { type TermGroup, YOU, YOUR } from '../term.ts'

export const WORK: readonly TermGroup[] = [
  {
    rule: 'life-event',
    why: 'It names or hints at a change of job or a move for work; such events are never mentioned in outreach.',
    phrases: [
      `${YOUR}|congrat*|heard ~2 new job|gig|role|position|career|employer`,
      'new job|employer in|at|with|offer',
      'job change|offer|transfer|loss|relocation',
      `congrat* ~4 job|promotion|promoted|role|position|career`,
      `${YOUR} ~2 promotion|transfer|relocation|layoff|resignation`,
      `${YOU}|youre|youve ~2 promoted|relocated|transferred|reassigned|laid|downsized|hired|fired`,
      `${YOU}|youre|youll ~2 relocating|relocate|transferring`,
      'laid off',
      'layoff|layoffs|unemploy*|severance|jobless',
      'lost|losing|lose ~1 job',
      `${YOUR} ~1 employer|company|office|firm|base ~2 moving|relocating|closing|transfer*|downsizing`,
      `asked to transfer|relocate`,
      `pcs orders|move`,
      'deployment|deployed|deploy',
      `role|job|position|work|offer|gig|assignment|transfer ~2 out|another|across ~1 of|the state|country|town|coast`,
      'follow|following|chase|chasing the|your work|job|jobs',
      `${YOU}|youre ~1 starting|joining ~1 at|with|work`,
      'congrat* ~3 offer|hire|hired|partner|starting',
      `${YOUR} ~2 move to`,
      `before ${YOU} move`,
      'saw|seen|noticed|found|read ~4 linkedin|facebook|instagram|social|posted|profile',
    ],
    unless: [
      'new job site|growth|numbers|opportunities',
      'layoffs nationwide|in|at|fell|rose',
      'your move to do|make',
      'before you move in|forward|on',
      'deployed new|a|the',
    ],
  },
  {
    rule: 'life-event',
    why: 'It says that the reader is moving away; the product must not tell what it knows or guesses.',
    toReader: true,
    phrases: ['relocat*', 'moving|move ~2 across|out of state|country', 'new job|gig|position'],
    unless: [
      'relocation team|specialist|specialists|services|service|demand|buyers|guide',
      'new job site|growth',
    ],
  },
]
