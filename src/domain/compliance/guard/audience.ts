import { AREA, type TermGroup } from './term.ts'

const PEOPLE =
  'tenant|tenants|renter|renters|buyer|buyers|resident|residents|applicant|applicants|owners|neighbors|people|folks|persons|locals|outsiders|investors|crowd'
const ORIGIN =
  'mexicans|koreans|chinese|indians|russians|asians|whites|blacks|latinos|hispanics|arabs|jews|muslims|somalis|haitians|cubans|filipinos|africans|vietnamese|minorities|immigrants|foreigners|refugees|hindus|mormons|catholics|gays|lesbians'
const COUNTRY =
  'india|china|mexico|korea|vietnam|russia|ukraine|haiti|cuba|somalia|nigeria|pakistan|iran|iraq|brazil|africa|asia|overseas|abroad'
const YOUTH =
  'grads|graduates|somethings|twentysomethings|hipsters|millennials|boomers|zoomers|students|seniors|elderly|retirees|grandma|grandpa|grandparents|oldsters|youngsters'
const CHILDREN = 'child|children|kid|kids|infant|infants|babies|toddlers|families|strollers'
const SUITS = 'perfect|ideal|great|good|suited|meant|right|suitable|fit|lovely|wonderful|fine|excellent'

/** Phrases about who lives somewhere, who should and who shouldn't: by origin, faith, age, children or health. */
export const AUDIENCE: readonly TermGroup[] = [
  {
    rule: 'protected-class',
    why: 'This describes people by origin or faith. Fair housing law doesn’t allow that in housing messages.',
    phrases: [
      `of|know|some|many|mostly|all|few|around|with|by|among|be|are ${ORIGIN}`,
      `${ORIGIN} ~1 are|who|that|would|took|left|leaving|moving|in|on|live|love|buy`,
      `foreign|immigrant|ethnic|minority|colored ~1 ${PEOPLE}|section|area|neighborhood|families`,
      `${PEOPLE}|families of color`,
      `${PEOPLE}|families ~1 from|in ${COUNTRY}`,
      `born|raised outside|abroad|overseas|here|elsewhere|locally`,
      `turning|turned|going|gone|getting ~1 brown|black|white|dark|spanish`,
      'asian|chinese|korean|indian|russian|mexican|latino|hispanic|black|white|arab|jewish|muslim|foreign|overseas investors|buyers ~3 want|wants|love|pay|paying|like|prefer|only|not|need',
      'white|black|asian|latino|hispanic|jewish ~1 middle|working|upper|lower class',
      'born and raised ~3 only|preferred|here|locals',
      'headscar*|turban*|hijab*|burka*|yarmulke*|accents',
      `no|mostly|mainly|great|good|nice|for|orthodox|godly|pious|devout|observant|believing|religious ~1 orthodox|godly|pious|devout|observant|believing|churchgoing ~1 ${PEOPLE}|realtor|sellers|families|tenant`,
      'bible|god|christ|torah believing|loving|fearing|honoring|centered',
      'godly|pious|devout|churchgoing ~1 neighbors|people|home|family|families|tenant*|street',
      'gather|gathers|meet|meets|together ~1 for|in prayer|prayers|worship|mass|bible|fellowship',
      'god has|gave|put|led|sent|willing|wants ~3 house|home|you|plan',
    ],
    unless: ['born|raised here in ~3 office|brokerage', 'raised ~1 here garden|beds|deck|bed'],
  },
  {
    rule: 'preference',
    why: 'This says what kind of people a home or area is for. Describe the home itself instead.',
    phrases: [
      `${SUITS} ~2 for|by|to|with ~2 ${YOUTH}`,
      `youthful|hip|mature|grownup|senior|elderly|retired ~1 building|vibe|crowd|complex|community|energy`,
      `twenty|thirty something|somethings`,
      `between # and # ~3 preferred|only|please|old`,
      `${PEOPLE} between|aged #`,
      'moms|dads|parents|families and|& ~1 dads|moms|kids ~2 pick|love|choose|prefer|want',
      'old|older|elderly|young|younger|seasoned folks|people|citizens|crowd|ones ~1 do|get|only|love|welcome|like|would',
      `unsuitable|unfit|inappropriate|unsafe|off limits|not ~1 for|to ~1 ${CHILDREN}`,
      `stay|steer|keep|look|live ~1 clear|away|west|east|north|south ~4 if|because|given|who|them|those|whites`,
      `outsider*|newcomers|strangers ~2 dont|not|never|arent|wont|wouldnt|stay|last|fit|welcome`,
      'place|street|block|area|building for|to outsiders|strangers|newcomers',
      `people|folks|neighbors|families ~5 just|exactly|much like you|us`,
      `like|love|trust|enjoy the|those folks|people|neighbors|crowd on|in|around ~1 that|there|this ${AREA}`,
      'well bred|born|heeled',
      'let|lets|letting ~1 anybody|anyone|everybody|everyone ~1 in',
      'better|best|finer|refined|good|right|wrong element|elements|breeding|stock',
      'professionals|singles|couples|people|adults|tenants in their #',
      'wrong|right|better|certain|proper|good|decent|undesirable sort|kind|type|class ~1 out|in|of|people|away',
      'character of the|this|your ~1 block|street|area|neighborhood ~5 change|changing|families|people|them',
      'tight|close|closed ~1 community ~5 outsiders|strangers|newcomers|our|own',
    ],
    unless: [
      'students ~1 housing|union|discount|center',
      'keep|stay|steer ~1 clear ~2 of the? ~2 wires|edge|ice',
    ],
  },
  {
    rule: 'protected-class',
    why: 'This sets a condition that excludes people protected by fair housing law.',
    phrases: [
      'history|record|sign|signs of ~2 depression|illness|addiction|psychiatric|seizure*|mental|disabilit*',
      'psychiatric|psychological|mental ~1 care|history|problem*|condition*|issues|treatment|disorder*',
      'no ~2 with ~1 walker|walkers|cane|canes|wheelchair*|oxygen|crutches',
      'no boyfriends|girlfriends|lovers|partners|unwed|unmarried',
      'two|unmarried|unwed|unrelated ~1 men|women|males|females|adults ~4 not|wont|accepted|allowed|refused|bedroom',
      'married or nothing',
      'married ~1 applicant*|tenant*|couple*|people|renters ~3 first|preferred|choice|priority|only|favored',
      'fit|healthy|ablebodied ~1 healthy|fit|active|strong? ~1 roommate|tenant|family|person|applicant|tenants|people',
      'single|unwed|pregnant|divorced ~1 mother*|mothers|moms|women|men|dads|woman ~3 should|need|try|look|not|elsewhere|another',
      'double|extra|higher|two|bigger deposit*|fee|rent ~4 foreign*|immigrant*|born|overseas|children|disabled',
      'foreign*|immigrant*|born|overseas|disabled|disabilit* ~5 double|extra|higher|bigger|cosigner ~1 deposit|fee|rent|signer',
    ],
    unless: ['two|unrelated adults on ~2 lease'],
  },
]
