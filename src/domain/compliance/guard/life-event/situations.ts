import { type TermGroup, YOU, YOUR } from '../term.ts'

const RELATIVES =
  'husband*|wife|spouse*|partner*|mother*|mom*|father*|dad*|parent*|aunt*|uncle*|grandmother*|grandma*|grandfather*|grandpa*|brother*|sister*|son|daughter|nephew|niece|cousin*'
const HOLIDAY =
  'holidays|holiday|christmas|thanksgiving|hanukkah|easter|birthday|anniversary|summer|winter|season|table|porch|evenings|mornings|sundays'
const AGES = '64|65|66|67|68|69|70|71|72|73|74|75|76|77|78|79|80|81|82|83|84|85|86|87|88|89|90|91|92|93|94|95'
const LENDER = 'bank|banks|lender|lenders|servicer|trustee|creditor*|county|court|city|treasurer'

/** Typical situations, each with the words that belong to it. */
export const SITUATIONS: readonly TermGroup[] = [
  {
    rule: 'life-event',
    why: 'This hints at a death, an estate or surviving family. We never mention that in outreach.',
    phrases: [
      'testamentary|surrogates|decedents',
      'successor trustee*',
      'letters of administration|testamentary|authority',
      'estate|probate|elder|bankruptcy|divorce|family law? attorneys|lawyers|court|courts|law',
      'surviving|survived spouse*|partner*|family|families|children|owner|owners',
      `${HOLIDAY} ~6 without`,
      `${HOLIDAY}|everything|nothing ~4 be|feel|feels|are|is ~1 different|hard|harder|quiet|quieter|same ~3 year|without|now`,
      'would have ~1 been|be ~2 proud|pleased|happy|glad|wanted',
      'would have wanted|loved ~4 home|house|place|farm',
      'flowers|hymns|readings|music at|from ~4 was|were',
      'service|mass|ceremony|gathering ~5 was|were ~1 beautiful|lovely|moving|touching',
      `title|deed|ownership|house|home|property|transfer* ~6 from ~1 ${YOUR} ~1 ${RELATIVES}`,
      `${YOU} and ${YOUR} ~2 ${RELATIVES} ~4 property|house|home|title|deed|own|owners|co`,
      `affairs|household|home|house|things|belongings of ~1 a|an|${YOUR} ~2 ${RELATIVES}|loved|relative`,
      'close|closing|closed|clear|clearing|empty*|settle|settling out|up ~2 household|house of|after',
      'executors|administrators|administratrix|conservator*|guardianship|trusteeship',
      'named|appointed|serving|acting|listed as|to ~1 be? ~1 personal|administrator|trustee|representative|guardian',
    ],
    unless: [
      `${HOLIDAY} ~6 without ~1 stress|hassle|rush|fuss|waiting|worrying|leaving|cost|a|any|extra|breaking|spending`,
      'real estate ~1 attorneys|lawyers|law|court|courts',
      'would have ~1 been|be ~1 happy|glad ~1 to',
      'service ~3 was|were ~1 great|excellent',
      'family law? practice|office ~1 suite',
      'administrator of the ~1 hoa|website|page|group',
    ],
  },
  {
    rule: 'life-event',
    why: 'This hints at a couple getting together or splitting up. We never mention that in outreach.',
    phrases: [
      'dissolution ~1 petition*|filed|filing|action|case|proceeding*|decree',
      'petition ~4 filed|superior|family|circuit|recorded',
      'things|it|stuff|marriage|relationship ~2 not|didnt|never|havent|hasnt|havnt ~1 work|worked|working|go ~1 out ~1 w|with|between|for',
      `${YOU} and ~3 apart|separate|separately|different`,
      'separate|different addresses|households|beds',
      'he|she|they said yes',
      `${YOU}|they both|two? said i do`,
      'i do to|at|under',
      'single life|income|parent|again|status',
      'co parent*|coparent*|visitation',
    ],
    unless: [
      'said yes to|on|for ~3 offer|price|counter|showing|terms|repair*',
      'different addresses ~3 list|search|map',
      'i do at|to open|every|my|the|make|help|work',
      `${YOU} and ~3 separate|different ~1 entrance|listings|showings|rooms|emails`,
    ],
  },
  {
    rule: 'life-event',
    why: 'This hints at debt or at a lender’s next step. We never mention that in outreach.',
    phrases: [
      'maxed out',
      'credit|charge card|cards ~4 debt|maxed|balance*|pil*|bills|interest|full|limit',
      `${LENDER} ~5 stop|stops|stopped|done|tired|quit|end|ends waiting|being`,
      `${LENDER} ~3 run|runs|running|ran out of patience`,
      `${LENDER} ~3 start*|began|begun|opened|initiat*|launch*|commenc*|filed ~2 proceeding*|process|action|case|suit|steps`,
      'proceeding* on|against|over|about',
      `before ~1 yours|they|it|${LENDER} ~2 gets there|here|steps|moves|acts|calls|files|forecloses`,
      'money|income|budget|paycheck ~4 stretch|stretches|stretched|cover|covers|enough',
      `${YOU}|payment*|bills ~2 harder|hard|tough|impossible|difficult to ~1 meet|make|cover|carry`,
      'immigration|deport*|asylum|visa ~2 trouble*|problem*|status|issue*|case|hearing|court|expir*|matter*',
      'serving ~2 sentence|time',
      'prison|jail|incarcerat*|inmate|parole|probation|arrest*|felony',
    ],
    unless: [
      'credit card ~3 accepted|payment|payments|application|fee',
      'proceeding* with the ~1 sale|closing|purchase|inspection',
      'money|income|budget ~3 enough|cover ~2 down|closing',
      'jail|prison road|hill|street|museum',
      'budget ~2 stretch* further|farther',
    ],
  },
  {
    rule: 'life-event',
    why: 'This mentions health, care or age. We never mention that in outreach.',
    phrases: [
      `with|since|after|for|on|how|and|if ~1 ${YOUR} ~1 knees|knee|hip|hips|legs|joints|eyesight|balance|health|heart|arthritis|walker|cane`,
      `${YOUR} ~1 knees|knee|hip|hips|joints|eyesight|arthritis|mobility`,
      'treatment|treatments|therapy|rehab|recovery ~3 takes|take|taking|ends|going|begins|starts|all|strength|energy|come|comes',
      'doctor*|physician*|nurse*|specialist|therapist ~3 suggest*|recommend*|said|told|says|thinks|order*|advis*|mention*',
      'move|moves|moving|going|goes|transition*|move into|to ~1 care|facility',
      'help|hand around the house ~2 now|than|more',
      'more|extra|daily help ~2 around|at|with ~1 house|home|bath*|meals',
      `at|turned|turning|turn|reached|hit|pushing ${AGES} ${YOU}|years|this|next|most|many`,
      'takes|take|look|looks care|after of? ~1 you',
      'yard|lawn|walk|driveway|gutters to mow|shovel|rake|clean',
      'no|without|fewer|less|zero ~1 stairs|steps ~1 to climb|worry|manage|fear|navigate',
    ],
    unless: [
      'at # most|many ~2 listed|sold|homes|sales',
      'no|without yard|lawn|gutters to mow|rake|clean',
      'take care of you|your|the|all|everything ~3 closing|paperwork|listing|detail*|sale|start',
      'doctor* ~2 office|park|inlet|hospital',
      'at # years',
    ],
  },
]
