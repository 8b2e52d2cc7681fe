import { type TermGroup, YOU, YOUR } from '../term.ts'

const why =
  'Together with other words near it, it hints at something in the life of the reader; speak about the home or the market instead.'
const faint = (phrases: readonly string[], unless: readonly string[] = []): TermGroup => ({
  rule: 'life-event',
  why,
  phrases,
  unless,
  faint: true,
})

const RELATIVES =
  'husband|wife|spouse|mother|mom|mum|mama|father|dad|papa|parents|son|daughter|brother|sister|grandmother|grandma|grandfather|grandpa|aunt|uncle'

/**
 * Words that are harmless alone. Two of different groups near each other are a hint, such as a relative and a smaller
 * home.
 */
export const WEAK_TERMS: readonly TermGroup[] = [
  // A letter addresses one person; another person in it rarely comes from the market.
  faint(['him|her|his|hers'], ['tell|ask|call|give|email|text|thank|send ~1 him|her']),
  faint(
    [
      `${RELATIVES}|cousin|cousins|relatives|hubby|wifey|bf|gf|ex|siblings|boys|girls|moms|dads|kids|children|niece|nephew|couple|couples`,
      `${YOUR}|the|her|his family`,
      'mom and|& dad',
      'you and your|his|her',
    ],
    [
      'childrens museum|hospital|library|room|theater|theatre|garden',
      'wishing|wish|to ~1 you and your ~2 loved|family',
      'you and your ~2 a|very? ~1 happy|merry|joyful|safe|wonderful|blessed|healthy',
      'my|our|i ~1 cousin|kids|boys|girls|children|couple',
      `my|our ~1 ${RELATIVES}`,
      'brother|sister company|office|agent',
      'mother in law suite|apartment|unit',
      'father|mother|mothers|fathers day',
    ],
  ),
  faint(
    [
      `cannot|cant|not|isnt|never|hardly|wont ~2 easy`,
      'weigh|weighs|weighing|burden|lighten|unburden|overwhelm*|exhaust*|drain*',
      'reminders|memories|remembering|cherish*|beloved|loved|adored|dearly',
      'lonely|alone|solitude|scary|afraid|scared|tears|heartache|painful|heartfelt',
      'nobody|none|no one ~2 know',
      'delicate|delicately|discreet|discreetly|discretion|sensitive|compassion*|gentle|gently|caring',
      'my|our heart|hearts',
      'sorry',
    ],
    [
      'sorry ~1 to|for|i|we ~2 call|bother|miss|missed|delay|wait|late|confusion|took|mix|inconvenience',
      'sorry that it|i|we',
      'stand|leave|stands ~1 alone',
      'you|your and|& your? loved ones',
      'your loved ones ~1 a ~2 happy|merry|joyful|safe|wonderful|healthy',
    ],
  ),
  faint(
    [
      'congrat*|yay|hooray|woohoo|woo|cheers|felicid*',
      'proud|celebrat*|party|thrilled|farewell|toast|milestone|sendoff|exciting',
      'little bird',
    ],
    [
      'congrat* ~2 on making|being|winning|reading',
      'celebrat* ~2 tenth|fifteenth|years|anniversary|our',
      'third party',
      'block|garden|neighborhood|holiday party',
      'thrilled|proud|exciting to ~1 share|announce|serve|be|offer|represent',
    ],
  ),
  faint(
    [
      'courthouse|attorney|attorneys|lawyer|lawyers|judge|legal|petition|custody|hearing',
      'signatures|both names|paperwork|papers|certificate',
    ],
    ['courthouse square|lawn|opened|building|renovation'],
  ),
  faint([
    'bills|debt|debts|paused|relief|paycheck*|savings|broke|penalties|collectors|arrear*|hardship*',
    'fast|quick|quickly cash|sale',
    'cash fast|quick|quickly|now|in',
  ]),
  faint(
    [
      'hip|hips|knees|knee|doctor|doctors|nurse|hospital|illness|sick|health|clinic|surgeon|surgery|medicine|therapy|healing',
      'younger|older|aging|age',
      `without|no ~1 stairs|step|steps`,
    ],
    [
      'years|homes|house older',
      'older|younger home|homes|house|houses|roof|than',
      'age of',
      'and|or|near ~1 a|the? hospital|hospitals|clinic',
      'hospital|hospitals|clinic and|or|nearby',
      'childrens|memorial|general|community|baptist|mercy|county|st|university|regional|methodist|evanston|hill hospital',
      'hospital|hospitals is|are|on|in|at|and|have|are ~2 miles|mile|minutes|blocks|stops|bus|line|minutes|within|away|reach',
      'the ~1 hospital|hospitals ~1 opens|new|wing|district|parking',
      'former doctor|nurse',
      'my|our ~1 doctor|doctors|knee|knees|hip|health',
      'no steps|step|stairs at|to|from|in|entry|into',
    ],
  ),
  faint([
    'smaller|bigger|larger|roomier ~1 home|house|place|one|space|yard',
    `more|another|extra|fewer bedroom|bedrooms|room|rooms|space`,
    'too many|much stairs|rooms|house|space|yard',
    'lake|beach house|cabin|condo|cottage',
    'florida|arizona|carolina|golf|fishing|sunshine|warmer',
    'condo|townhouse|ranches|nest',
    `two of ${YOU}`,
    'spare|guest|empty room|rooms|bedroom|bedrooms',
  ]),
  faint([
    'last|final day',
    'no longer|any more|anymore|goodbye|good bye|not be the same|without him|her',
    'winters|decades|chapter',
    'starting|start a ~1 new|life|family',
    'all these|those years',
    'changes|decision|decisions ~2 yet|now|lately|ready',
    'making changes',
    'changed|changes|changing|change|new beginning|start',
    'freedom|relax|spoil|travel|unwind',
    'dumpster|empty',
    'new city|state|adventure|journey|title|boss',
    'years|yrs|decades of|with|at ~2 service|company|district|force|department|plant|railroad|teaching',
  ]),
  faint([
    'i hear|heard|gather',
    'tell|tells|told|telling me|us',
    'word is|has',
    'help noticing',
    'lately',
    `${YOU} must have|miss|be|feel`,
    'saw|seen ~3 online|facebook|instagram|paper|news|sign|truck|van|photos|pictures|post',
  ]),
]
