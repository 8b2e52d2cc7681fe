import { HOME, KIN, type TermGroup, YOU, YOUR } from '../term.ts'

const LENDER = 'bank|lender|servicer|irs|county|creditor*|collector*'
const AGES =
  'forty|fifty|sixty|seventy|eighty|ninety|fifties|sixties|seventies|eighties|nineties'
const SPOUSE = 'husband|husbands|wife|wifes|spouse|spouses|partners|ex|exes'
const CONDITION =
  'fall|stroke|surgery|operation|injury|accident|diagnosis|hip|knee|knees|oxygen|cane|walker|arthritis|parkinsons|ms|lupus|copd|pain|wheelchair'

/** What polite writers say instead of the event itself: the lender's next step, an empty room, an age, a limp. */
export const INDIRECT: readonly TermGroup[] = [
  {
    rule: 'life-event',
    why: 'It hints at debt, a lender or lost income; such matters are never mentioned in outreach.',
    phrases: [
      'reinstate|reinstatement|servicer|servicers',
      'shortage|overdue|collection|default letter|letters|notice',
      'filing|filings ~1 there|here|on|against|nearby',
      'tough|rough|lean|hard year|years|season|winter|stretch|spell',
      `${LENDER} ~2 want|wants|breathing|knocking|act|acts|moves|took|takes ~3 money|it|its|back|down|next|your`,
      `${LENDER} ~2 turn|turned|deny|denied|refused|reject* ~2 down? ~1 your`,
      `to|from the ${LENDER} ~3 redeemed|foreclos*|lost|took`,
      'went|going|goes|gave|handed ~1 back to the bank|lender',
      'installment|installments|payment|payments|dues|assessments|taxes ~3 never|not|isnt|arent|wasnt|werent|un ~1 paid',
      'unpaid ~1 taxes|assessments|dues|bills|balance|fees|water|installment*|loan',
      'cash|money ~1 is|are|if the|your problem|issue|reason|worry',
      'choose|choosing|decide|deciding between ~5 payment|mortgage|rent|bills',
      'two|both incomes ~2 become|became|into|to one',
      'one|single|smaller|less|fixed|no income|paycheck ~4 stretch|enough|house|mortgage|two|now',
      'pay|paying ~1 for ~3 roof|repairs|surgery|care ~3 city|county|insurance|ordered|bill*',
      `lost|losing|lose ~1 ${YOUR} ~1 position|job|business|shop|store|practice|contract|income|post`,
      'if yours is|was ~1 one',
      'plant|plants|mill|mills|factory|base closing|closure|shutdown will|means|has|have|is|was|hit',
      `${YOUR} ~1 credit ~4 coming|ahead|before|hit|ruin*`,
      'credit than|before|if ~3 coming|ahead|next|foreclos*',
      `out of|from ${YOUR} financial`,
      'house|home ~2 has|have to go',
    ],
    unless: [
      'taxes|dues|payment* ~2 not|arent included',
      'income|rental ~2 property|house|unit',
      'hard|tough|rough year ~2 for ~2 lawns|gardens|roofs|roses|buyers|market|tomatoes',
    ],
  },
  {
    rule: 'life-event',
    why: 'It hints at a death or an inheritance; such events are never mentioned in outreach.',
    phrases: [
      'how|so|truly|deeply sorry ~1 i|we ~1 am|are',
      'flowers|wreath ~1 on|at|by ~2 porch|door|grave|gate',
      'said|say|saying ~1 its|your|their|our? goodbye|goodbyes',
      `recently|newly|suddenly|just came into|received ~1 a|the|some ${HOME}|land|farm`,
      `sorry about ~1 ${KIN}`,
      'anniversary of ~2 death|passing|loss',
    ],
    unless: ['say|said|saying goodbye to ~3 carpet|clutter|yard|stairs|rent|commute|landlord|traffic'],
  },
  {
    rule: 'life-event',
    why: 'It hints at a couple that met or parted; such events are never mentioned in outreach.',
    phrases: [
      `${YOUR} ${SPOUSE} ~1 name|things|car|truck|side`,
      'friends|friendly|civil afterward|afterwards|after|later|again ~5 house|home',
      'put|puts|slipped a ring',
      'two|2 ~1 rings|mortgages|households|incomes|rents',
      'two|2 ~1 houses|homes|leases|places|condos|apartments ~5 into|together|combine*|need',
      'make|makes|making it|them one',
      'two|both ~2 homes|houses|places|condos for one',
      'names|name ~2 came|taken|removed|dropped|is|off off? ~1 the|your ~1 mailbox|deed|title|loan|lease',
      'tell|told|telling the kids|children|family',
    ],
    unless: ['names|name ~2 on ~1 title|deed|loan|lease'],
  },
  {
    rule: 'life-event',
    why: "It hints at the reader's age, health or household; such matters are never mentioned in outreach.",
    phrases: [
      `at|past|nearing|pushing|over|approaching|turning ${AGES}`,
      `reached|reaching|at|of ~2 age|stage|point ~1 when|where|in`,
      'twilight|golden|sunset|autumn|later|declining|senior|remaining ~1 years',
      `of ${YOUR} ~1 years|age|generation|vintage`,
      'after|since|following a|the|your|his|her|that ~1 fall|stroke|surgery|operation|accident|injury',
      `${YOUR}|his|her|moms|dads ~1 ${CONDITION}`,
      'living|live|struggling|coping with ms|als|arthritis|lupus|copd|pain|cancer|diabetes',
      'living|live|struggling|coping with a|an ~1 condition|illness|disabilit*|disease|injury',
      'all grown|gone|flown|moved',
      'grown|flown|left and|the flown|gone|out|moved|nest',
      'bedrooms|rooms ~2 for ~1 one|two|just|only ~1 people|person|of|you',
      'last|final day at|on ~3 job|plant|office|school|company|post|work',
      'two|three|four|five ~1 under #',
      'two|three|four|five under two|three|four|five|six|ten',
      'hung|hang|hanging up ~1 hat|spurs|apron|whistle|gloves|uniform',
      `independence|independent ~2 after|again|back`,
      `${YOU}|youre|youve|your ~4 stairs|steps ~3 hip|knees|knee|cane|walker|age|anymore|easier`,
    ],
    unless: [
      `at|past|over|nearing|approaching ${AGES} ~1 percent|days|feet|acres|units|dollars|degrees`,
      'two|three|four|five under ~1 contract|# ~1 k|thousand|dollars',
      'stairs ~3 basement|attic|deck|porch',
      'bedrooms|rooms ~1 for one or|and two',
    ],
  },
]
