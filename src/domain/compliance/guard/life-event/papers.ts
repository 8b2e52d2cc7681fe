import { type TermGroup, YOU, YOUR } from '../term.ts'

const OFFICE = 'court|courthouse|courts|clerk|clerks|sheriff|sheriffs|judge|docket|magistrate|county'
const CREDITOR =
  'bank|banks|lender|lenders|servicer|mortgage|irs|collector|court|sheriff|attorney|lawyer|lawyers|attorneys'

/** Papers of courts, counties and lenders, without the word for what they are about. */
export const PAPERS: readonly TermGroup[] = [
  {
    rule: 'life-event',
    why: 'It hints at papers from a court, a county or a lender about the reader; such matters are never mentioned in outreach.',
    phrases: [
      'paperwork|papers|petition|decision|ruling|proceeding*|filing|case ~3 court|courthouse|judge|clerk|clerks',
      'court|courthouse|clerks|judges ~1 papers|paperwork|filing|filings|list|date|docket|ruling|order|proceeding*|case|matter',
      `list|lists|roll|rolls|docket ~4 court|courthouse|sheriff|sheriffs`,
      `${YOUR} ~1 hearing|trial|docket|summons|subpoena|lawsuit|court`,
      `${YOUR} ~2 case number`,
      'courthouse|court ~1 steps',
      `before|until|till ~4 courthouse|court`,
      'bills|debts|costs|notices|mail ~1 piling|pile|mounting|stacking|adding|stack ~1 up',
      'piling up',
      'mortgage|payment relief|pause*|holiday|plan',
      'paused|skipped|stopped ~2 payments|mortgage',
      'owners|people|homeowners|those|neighbors who|that ~1 owe|behind|late|struggling',
      `letter*|notice*|call|calls|papers|visit from|by ~2 ${CREDITOR}`,
      `${CREDITOR} ~3 calling|called|chasing|pressing|breathing|after|contacted|writing|wrote|sent|knocking ~1 ${YOU}`,
      `${CREDITOR} ~2 next|another step|steps|move`,
      `filed|recorded|entered|made|brought|judgment|judgement|claim|suit|case|action ~2 against ${YOU}|${YOUR}`,
      'judgment|judgement|levy recorded|entered|filed|against',
      `get|getting|put|putting|land ~1 ${YOU}? back on|your ~2 feet`,
      'back on ~1 your|their feet',
      'ends meet',
      'stay|staying|keep|keeping|remain afloat',
      'head|heads above water',
      `money|finances|budget|cash|things is|are|gets|get|got|so tight|thin|short`,
      'lose|losing|lost|loses|without|missed ~1 paycheck|income|salary|wages',
      'one|single|lost|second income|paycheck',
      `trouble|hard|behind|late|making|make|miss|missed|short ~3 house payment|payments`,
      `${YOU}|youre ~3 months|payments|weeks behind`,
    ],
    unless: [
      `letter|letters from ~2 ${CREDITOR} ~2 preapprov*|approv*|stating|with ~1 rate`,
      'approval|preapproval|preapproved|qualification|commitment|loan|closing|engagement letter from|by',
      'county|court ~2 records list',
      'pickleball|tennis|basketball|food|divorce court',
      'case study|studies',
      'money|cash is|gets short term',
    ],
  },
  {
    rule: 'life-event',
    why: 'It speaks to the reader as somebody in trouble with a debt or a claim; such matters are never mentioned in outreach.',
    toReader: true,
    phrases: [
      'still|yet ~2 choices|options',
      'can|could|may still ~2 stop|save|sell',
      'way|ways out',
      'owe|owes|owing',
      `before ~2 ${OFFICE}|bank|lender ~2 step|steps|acts|moves|decides`,
      'a|your|the fresh start',
      'grow|grows|growing ~3 equity ~1 pay',
    ],
    unless: [
      'still ~1 have options for|in|on|like',
      'still sell for|at|in|within|fast|quickly|well',
      'ways out of ~2 town|downtown|neighborhood|parking|city',
      'owe ~1 nothing|it|answer|call|email|reply',
      'owe you a|an|the|one',
    ],
  },
]
