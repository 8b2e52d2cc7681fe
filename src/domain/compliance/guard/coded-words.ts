import { AREA, type TermGroup } from './term.ts'

const PEOPLE =
  'tenants|tenant|renters|residents|applicants|neighbors|buyers|family|families|people|folks|owners|kids|children|teens|teenagers|minors|babies|toddlers'
const NOT = 'no|not|dont|doesnt|do|cannot|cant|wont|wouldnt|never|nobody|without|refuse|refuses|decline*'

/** Words that shut people out without saying so: conditions, winks and talk of who comes and goes. */
export const CODED_WORDS: readonly TermGroup[] = [
  {
    rule: 'protected-class',
    why: 'It sets a condition that shuts out people whom fair housing law protects.',
    phrases: [
      'live|living|lives ~1 independent*|unassisted|unaided',
      'must|only|required|require*|proof|need|be|are ~5 citizen|citizens|citizenship',
      'legal|permanent|lawful ~1 residents|status|immigrants|residency only|required|please|preferred',
      'green card|cards',
      'refugee*|migrant*|asylum seeker*',
      `${NOT} ~4 section 8|eight|voucher*|assistance|subsid*|hud`,
      'section 8|eight|voucher*|assistance|subsid* ~3 not|cannot|declined|refused|decline*|tenants|renters|people|crowd',
      'per|each|every|additional|extra child|kid|infant|minor',
      'child|kid|children|kids ~2 per unit|room|bedroom|apartment|household',
      'deposit|fee|charge|surcharge|rent|extra ~4 child|children|kids|kid|infants',
      'one|two|three|# child|children|kids max*|limit|only|allowed|per',
      'few|fewer|hardly|barely|almost|free|without|rarely|not|no ~2 any|many|of? ~1 children|kids|babies|toddlers|teens|teenagers|infants',
      'children|kids|teens|teenagers|minors|toddlers|infants|youngsters ~2 not|arent|never|isnt|unwelcome|prohibited|restricted|discouraged|placed|assigned|kept|housed|limited',
      'families ~4 placed|assigned|kept|housed|limited|restricted|ground|separate',
      'under 18|16|21|12 ~4 not|may|allowed|live|permitted|no',
      'no|nobody|not|one|anyone|everyone|all ~2 under|over 18|16|21|55|62|50|40',
      'black|white|brown|asian|latin*|jewish|hispanic|muslim|arab part|side|section|end|quarter|half|development*|subdivision*|enclave*|church|community|area',
      'anglo*|wasp|negro*|chicano*|gringo*|mulatto|aryan',
      `all|real|true|red american* ~2 ${AREA}|${PEOPLE}|street|values|only`,
      'impaired|crippled ~1 person*|tenant*|people|need|not|no|applicant*',
      'no|not ~3 impaired|crippled|handicapped|disabled|retarded|walkers|crutches|oxygen',
      'female|male|lady|gentleman|woman|man ~1 tenant|renter|roommate|applicant|boarder|only|preferred|wanted',
      'single*|couples|adults|men|women|ladies|gentlemen only|preferred',
    ],
    unless: [
      'no ~2 assistance animal*|dog*',
      'assistance animal*|dog*',
      'all american ~1 legion|pizza|diner|grill|plumbing|roofing',
      'single family|level|story',
      'no|not ~2 refuse',
      'not only ~1 adults|couples|men|women',
      'per|each|every child|kid ~3 free|prize|ticket|gift|pumpkin|toy|book|treat',
      'kids|children ~1 ticket*|meal*|admission|under ~2 free',
      'child|children|kids under # ~2 free',
      'fee|charge ~2 for|to ~1 children|kids ~2 pool|class|camp|race|run|event',
      'under # ~2 eat|free|admission',
    ],
  },
  {
    rule: 'preference',
    why: 'It hints at who lives in an area without saying it; describe the home and name facts about the place instead.',
    phrases: [
      'know what i mean',
      'get|catch my drift|meaning',
      'read between the lines',
      'if|do you understand|get me|my',
      'getting|gets|gotten|turned|turning|become|becoming ~1 darker|dark|browner|blacker|whiter|foreign|ethnic',
      'that|this|the element|kind ~3 moving|moved|coming|came',
      'demographic*',
      `${PEOPLE} ~1 who|that ~1 look|looks|think|live|pray|talk|speak ~1 like|as|the`,
      `similar|same background*|incomes|beliefs|values|faith|heritage`,
      'your|own type|sort|kind of? ~1 people|crowd|folks|neighbors|buyers',
      'feel|be|fit ~2 right at home ~4 many|other|families|people|because',
    ],
    unless: ['demographic report*|data ~4 census'],
  },
  {
    rule: 'pressure',
    why: 'It scares owners with who moves in or out; that is blockbusting, which fair housing law forbids.',
    phrases: [
      'since|after|because|with|now|before|once ~4 group home|homes|halfway|shelter|mosque|temple|projects|refugee*|migrant*|affordable|low ~3 opened|open|opens|came|coming|come|built|moved|goes|next|in',
      'group home|halfway house|homeless shelter ~6 left|leave|leaving|sell|sold|move|moving|values|value|prices|out|last',
      'families|neighbors|people|owners|folks|everyone ~3 left|leaving|moving|moved|fleeing|selling ~6 since|because|before|after|dont',
      'be the last|first to|on|white|one|family|owner|out',
      'last|only ~2 family|owner|one to leave|sell|left|remaining',
      'different|new|other|those|certain|strange ~1 people|families|folks|types|faces|element|crowd|kind ~2 moving|moved|arriv*|coming|buying|bought|move|move in|into',
      'get|getting|sell|out ~4 while ~1 you|still ~1 can',
      'time to get out',
      'values|prices|value ~3 fall|drop|sink|suffer|go|going|down|plunge ~4 people|families|they|those|move|arrive|moved|moving|renters',
    ],
    unless: [
      'be the first to ~1 see|know|hear|tour|view|visit|walk|offer|get|learn|receive',
      'new people|families ~2 moving|moved to|into ~2 county|state|city|texas|florida|town',
      'families|people|neighbors|owners ~3 selling|moving ~6 before ~2 summer|winter|fall|spring|school|holidays',
      'values|prices|value ~3 down|drop|fall|go ~4 people|families ~2 wait|buy|search|shop',
    ],
  },
  {
    rule: 'protected-class',
    why: 'It says which people a home is for (in Spanish); housing is offered to everybody.',
    phrases: [
      'inquilinos|familias|familia|vecinos|gente|personas|parejas|compradores ~1 american*|blanc*|latin*|mexican*|negr*|cristian*|catolic*|hispan*|asiatic*|jovenes|mayores|solter*',
      'solo|unicamente|se|buscamos|preferimos|prefieren ~2 american*|ciudadan*|cristian*|catolic*|adultos|solter*|hombres|mujeres|senoritas|caballeros',
      'no ~3 ninos|hijos|seccion|inmigrantes|vales|discapacitad*|extranjer*',
    ],
  },
]
