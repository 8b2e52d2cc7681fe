import { type TermGroup, YOU, YOUR } from '../term.ts'

const why =
  'Together with the words next to it, it hints at something in the life of the reader; speak about the home or the market instead.'
/** Distance in words within which two of these groups add up; about one sentence. */
const WITHIN = 14
const near = (phrases: readonly string[], unless: readonly string[] = []): TermGroup => ({
  rule: 'life-event',
  why,
  phrases,
  unless,
  faint: true,
  within: WITHIN,
})

/**
 * Everyday words that are harmless alone or far apart. Two of different groups close together are a hint: a family
 * and tender days, a notice and the bank.
 */
export const NEAR_HINTS: readonly TermGroup[] = [
  near(
    [
      `family|families|generation|generations|relative|relatives|marriage|married|spouse*|couple|couples|siblings|heir|heirs|loved|someone|daughter*|son|sons|mother*|father*|mom*|dad*|parent*|husband*|wife|widow*|kids|child|children|grand*|baby|brother*|sister*|aunt|uncle|household*`,
    ],
    [
      'single|multi|two|family family home|homes|house|building|property|lot',
      'family|families room|rooms|owned|run|business',
      'family ~1 and friends',
      'someone ~1 who|wants|looking|from|on|in|else',
      'parents|parent|father|mothers|fathers day|company',
      'grand opening|total|piano|canyon|rapids|staircase|foyer|entrance|prize',
      'growing families of',
      'my|our family|kids|wife|husband|son|daughter|mom|dad',
      'for|of the kids|family|families',
      'know someone|anyone',
      'families served|helped',
    ],
  ),
  near(
    [
      'tender|tenderly|heavy|heavier|weigh*|weight|weary|squeeze|strain*|burden*|energy|strength|worry|worries|worried|overwhelm*|painful|ache*|tears|grace|gracefully|kindness|comfort|consol*|heal|healing|cope|coping|sorrow*|sad|sadness|gentle|gently|respectful*|dignity|courage|brave*|absent|absence|miss|missing|missed|lose|loses|losing|lost|grief|farewell',
      'hard|tough|difficult|trying|rough|dark ~1 days|day|hour|hours|time|times|weeks|months|year|season|chapter|road|patch',
      'able|ready|up|strong|well ~1 enough|to it',
      `in|at this|such|these ~1 hour|hours|moment|days|season`,
      `here for ${YOU}|${YOUR}`,
      'hard enough',
      'when|whenever|once the time|moment is|feels ~1 right',
      `is|are|be|been|feel|feels|get|gets|gotten|getting hard|harder|tough|difficult|much|heavy`,
    ],
    [
      'lost|lose|losing|miss|missed|missing ~2 bid|offer|bidding|home|house|market|view|call|mail|message|you|out|page|buyers|listing|value|heat|at the|open',
      'hard|difficult|tough to ~1 find|beat|say|reach|park|price|tell',
      'weigh|weighing ~3 options|offers|whether|pros|move|moving',
      'ready to ~1 list|sell|buy|show|move|see|tour|go|start|help|close',
      'comfort* ~1 home|room|temperature|living|price|inn|of|with',
      'energy ~1 bill*|efficien*|star|audit|saving*|rebate*|cost*|use',
      'gentle reminder|slope|hill',
      'hard ~1 hat|copy|money|work|working|wood|woods|surface',
      'weight room|limit',
      'heavy ~1 traffic|rain|snow|lifting|duty|door|doors|use|door|furniture',
      'strength of|in ~2 market|prices|demand|offers',
      'at the|this moment ~2 inventory|market|rates|listed|homes|buyers|there',
    ],
  ),
  near(
    [
      `${YOUR}|the|house|home|monthly|mortgage|missed|back|late|loan payment|payments`,
      'servicer|lender|bank|banks|creditor*|mortgage',
      `tax balance|bill`,
      'cash|money|income ~1 is|are|runs|short|tight|low|poor',
      'afford*|owe|owes|owed|owing|bills',
    ],
    [
      'bank|banks of|street|road|owned|building|drive',
      'food|blood|river|piggy bank',
      'mortgage|interest rate|rates|broker|brokers|lender|lenders|calculator|insurance|preapproval|payoff',
      'lender|bank ~2 preapprov*|approv*|rate|rates|recommend*|list|quote*|appraisal|closing|credit|says|said',
      'recommend*|introduce|know|good|local|trusted|prefer* ~3 lender|lenders|bank|banks',
      'down|first|earnest ~1 payment|payments',
      'your|a|the ~1 lender ~2 may|will|can|require*|needs',
      'energy|water|heating|power|utility|gas|tax|electric ~1 bill|bills',
      'afford* ~2 home|homes|housing|price|prices|area|neighborhood*|option',
    ],
  ),
  near(
    [
      'notice|notices|filing|filings|filed|papers|docket|courthouse|court|clerk|judge|judgment|settlement|petition|hearing|decree|attorney*|lawyer*|legal',
      `the county|city ~1 lists|listed|posted|recorded|says|shows|published`,
    ],
    [
      'notice ~2 that|how|your|of ~1 hearing|meeting|assessment|election|value|change|how',
      'short|days|advance|without|prior|public|take|hour|hours|moments|written ~1 notice',
      'food|tennis|basketball|volleyball|motor|royal|center|pickleball court',
      'papers|paper ~1 for|on ~2 listing|closing|sale|offer',
      'filed|filing ~2 permit|plan|plans|exemption|cabinet|taxes|appeal|deadline|protest|extension',
      'settlement date|day|statement|agent|company|costs|table',
      'exemption|appeal|assessment|permit ~3 filing|filed|hearing|papers',
      'legal description|bedroom|unit|size|disclaimer|advice|counsel',
      'attorney ~1 review|state|states|at closing',
    ],
  ),
  near(
    [
      `end|ends|ending|ended|over|start|starts|starting|begin|beginning|rebuild*|restart* ~2 marriage|again|over|alone|anew|fresh|chapter|story|life|relationship`,
      'end|ending|rest of the ~1 story|road|line|rope',
      `next chapter`,
      `name|last name change|changed|changes`,
      `too late ~1 to|for ~1 save|keep|stop|act|fix|help`,
      `${YOUR}|this|that|similar ~1 position|shoes|place|situation|spot`,
      `get|getting|walk|walking|come|coming|move|moving|find|finding ~2 out|away|through|past|beyond|forward|free|clear`,
      `take|taken|takes|taking ~2 away|over|it|from`,
      `recover|recovering|recovery|catch|breathe|regroup|heal`,
      `just you|yourself|one`,
      `without ~3 worry*|stress|fight*|pressure|fear|shame|judgment`,
      `in|with ~1 time for|to ~1 think|adjust|heal|decide`,
      'alone|lonely|apart|separately|no longer|not the same|anymore|used to|once|goodbye',
    ],
    [
      'get|getting|come|move|moving|find ~2 out|away|through ~3 market|price|value|worth|more|what|how|about|open|weekend|town',
      'walk|walking ~2 away|out|through ~3 park|train|school|downtown|shops|house|home|property|tour',
      'stand*|leave alone',
      'find out',
      'move|moving forward with',
      'come through for',
      'once ~2 listed|sold|we|your|it|they|photos|month|week|year|you',
      'used to ~1 be|sell|list',
    ],
  ),
  near(
    [
      `older|aging|aged|elderly|retired|retirement|retiree*|grown|growing|school|college|stairs|stroke|surgery|health|heading|headed|starting|leaving`,
      `about|likely|ready|due|going ~1 to ~1 move|sell|leave|retire`,
      `two|three|four|five kids|children ~4 room|rooms|bedroom*|bath*`,
      'squeeze|cramped|crowded|outgrow*|outgrown|bursting|seams|empty',
      'bigger|larger|smaller|less|extra ~1 home|house|place|space|room|kitchen|yard',
    ],
    [
      'school|schools|college ~2 district|zone|boundar*|board|street|road|supplies|calendar|year|traffic|bus|fundraiser|miles|mile|blocks|elementary|is|at',
      'elementary|middle|high|public|nearby|old|new school|schools',
      'older|newer ~1 home|homes|house|houses|roof|than|building|buildings|listing*|kitchen*|stock|sections',
      'no|without|few|front|back|the ~1 stairs',
      'growing ~2 market|demand|city|town|area|season|zone|list',
      'stairs ~2 to|lead|are|were|carpet*|railing',
      'more|less|extra|bigger|larger|smaller ~1 space|home|house|yard|room ~3 or|another|same|new|suit|would|if',
    ],
  ),
  near(
    [
      `i|we|just|weve|ive ~2 saw|heard|learned|noticed|know|understand|realize|read|see|found ~2 who|that|about|of|from`,
      `list|lists ~3 ${YOU}|${YOUR}`,
      `${YOU} ~1 on ~2 list|radar`,
      `lovely|beautiful|sweet ~1 family|photos|couple|baby|ceremony`,
      'photos|post|posts|announcement|shower|ceremony|party|service|graduation|wedding',
    ],
    [
      'photos|post ~3 listing|home|house|kitchen|garden|property|your',
      'listing|professional|drone|new|free|your|better|recent|staging ~1 photos',
      'saw|heard|noticed|see|read|know|understand ~2 that|about|from|of|who ~4 market|home|homes|house|property|buyer*|listing|price*|rate*|street|road|store|street|interested',
      'block|garage|launch|house|garden|holiday|pool|street|neighborhood|appreciation party',
      'self|full|customer|client|lawn|shuttle|postal|title service',
      'service ~1 fees|fee|area|road|panel',
    ],
  ),
]
