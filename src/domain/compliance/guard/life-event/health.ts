import { KIN, type TermGroup, YOU, YOUR } from '../term.ts'

const ILLNESS =
  'surgery|illness|diagnosis|recovery|operation|injury|accident|treatment|treatments|stroke|fall|condition|rehab|health|hospital|hospitalization|prognosis'

/** Illness, care and the difficulties they bring. */
export const HEALTH: readonly TermGroup[] = [
  {
    rule: 'life-event',
    why: 'This mentions someone’s health or care. We never mention that in outreach, and disability is a protected class.',
    phrases: [
      'diagnos*|dementia|alzheimer*|chemo*|cancer|surgeon*|oncolog*|caregiver*|caretaking|hospitaliz*',
      'memory|long|elder|nursing|home|skilled care|term ~1 care|center|facility|home|community|unit',
      'memory|elder care',
      'nursing|care|rehab|rehabilitation facility|center|home',
      `with ~1 ${KIN} ~1 in|at|living|moving|away|gone`,
      'bedridden|homebound|frail|ailing|unwell|dialysis|parkinson*|paraly*|stroke|seizure*|icu',
      'heart attack|trouble|surgery|condition',
      'losing ~1 his|her|your|their sight|hearing|memory|eyesight',
      `${YOUR}|his|her|recent|${KIN} ~1 ${ILLNESS}`,
      'get well',
      'speedy|full|quick|smooth recovery',
      `${KIN}|he|she|you ~4 hospital|rehab|icu`,
      'health scare|issues|problems|crisis|challenges|news|concerns|reasons',
      `manage|climb|climbing|handle|managing|do|doing|take the|those|all ~1 stairs|steps ~2 anymore|longer|now`,
      `stairs|steps ~3 anymore|longer|knees|hips`,
      'no|any longer ~2 drive|live alone|climb|manage ~2 stairs',
      `${YOU}|he|she|${KIN} ~2 moved|moving|move|settled ~1 into|to ~3 care|facility|nursing|assisted|rehab`,
      'laid up',
      'anyone|someone|somebody|person|parent|owner ~3 ill|sick|unwell|ailing|hospitalized|bedridden|recovering',
      `doctor|doctors|medical|treatment|dialysis|therapy appointment*|visits|schedule|bills`,
      'hard|harder|difficult|tough|struggle|trouble ~3 get|getting|move|moving|walk|walking|climb|climbing around|up|about|the|stairs|down',
    ],
    unless: [
      'stroke of luck|genius|midnight',
      'the|our|your hospital|hospitals opens|new|wing|district',
      'home care of the ~2 lawn|floors|wood',
      'your health insurance|department|club',
    ],
  },
]
