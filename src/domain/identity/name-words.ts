import { wordGroups, wordSet } from '../word-lists.ts'
import { fold } from './name.ts'

/** Normalizes a word for the lists: lower case, without dots, commas and marks. */
export function nameWord(word: string): string {
  return word.toLowerCase().replace(/[.,;®™*’']/g, '')
}

export function isInitial(word: string): boolean {
  return /^\p{L}\.?$/u.test(word)
}

export const TITLES = wordSet(`
  mr mister mrs missus ms miss mx dr drs doctor prof professor rev revd reverend fr pastor rabbi imam sister
  hon honorable capt captain cpt col colonel ltcol lt lieutenant ltc maj gen sgt sergeant ssgt msgt tsgt cpl
  corporal pvt adm admiral cmdr commander cdr lcdr ens sen senator rep representative gov governor mayor amb
  ambassador sir dame madam madame monsieur mademoiselle mme mlle messrs senhor senhora doutor doutora herr herrn frau señor señora señorita senor senora srta sra dra dott
  dottore ing lic attorney atty alderman councilman councilwoman congressman congresswoman coach vp the
  state
`)

/** Titles that are also given names; they count as titles only before two more names. */
export const AMBIGUOUS_TITLES = wordSet(`
  sr major general judge justice chief lady lord father brother deacon bishop elder officer sheriff deputy
  president pres
`)

/** True for a title ("Mrs.", "Prof. Dr.", "Mr. and Mrs."): at least one word is a title or an abbreviation. */
export function isTitle(text: string): boolean {
  return text.split(/[\s,&/]+/).some((word) => {
    const key = nameWord(word)
    return TITLES.has(key) || AMBIGUOUS_TITLES.has(key) || (key !== '' && word.endsWith('.'))
  })
}

/** True if every word is a title ("Prof. Dr.", "M. et Mme"). */
export function isTitleOnly(text: string): boolean {
  const words = text.split(/[\s,&/]+/).filter((word) => !/^(?:and|und|y|et|e)?$/i.test(word))
  return words.length > 0 && words.every((word) => isTitleWord(nameWord(word)))
}

/** "M." and "Judge" are titles in a column of titles; "VP" isn't a title of a name. */
function isTitleWord(key: string): boolean {
  return (TITLES.has(key) && key !== 'vp') || AMBIGUOUS_TITLES.has(key) || key === 'm'
}

const GENERATIONS = wordSet('jr sr jnr snr junior senior ii iii iv vi vii 2nd 3rd 4th')

/** Degrees, licenses, real-estate designations, ranks and remarks of county rolls. */
const NAME_SUFFIXES = wordSet(`
  md phd dds dmd dvm jd llm llb rn bsn msn rnc arnp aprn crna fnp lpn lvn lcsw lmsw msw lmft lmhc lpc cpa
  cfa cfp clu chfc mba mph mpa mpp edd psyd pharmd rph dpt dpm dnp dmin thd mdiv esq esquire aia faia asla
  leed ccna pmp cissp sphr shrm ret retired usn usmc usaf uscg usar facs faap facp faan lnccc lncc ccrn cnm
  cnp pac crnp dsc scd realtor realtors broker associate gri crs abr abrm sres srs ccim cips crb epro e-pro
  psa mrp sfr cne ahwd c2ex alhs clhms gmb ttee ttees trustee trustees tr trs jtrs jtwros co-trustee
  co-trustees co-trs co-tr etal etux etvir decd deceased atty attorney agent owner buyer seller tenant
  landlord spouse cochairman chairman chairwoman president director manager treasurer secretary
`)

/** Suffixes that are also names; they count only after a comma, with dots, or in capitals in a mixed-case name. */
const AMBIGUOUS_SUFFIXES = wordSet(`
  ma do ms pa pt rene ra ot od pe dc ba bs np v i ed dd mai aud rd cfo ceo coo cto vp pc esc sc
`)

export function isGeneration(word: string): boolean {
  return GENERATIONS.has(nameWord(word))
}

export function isSuffix(word: string): boolean {
  return isGeneration(word) || NAME_SUFFIXES.has(nameWord(word))
}

/** True for suffixes joined by hyphens: "NP-C", "AIA-CSI". */
export function isHyphenatedSuffix(word: string): boolean {
  const [first = '', ...otherParts] = word.split('-')
  return otherParts.length > 0 && (isSuffix(first) || isAmbiguousSuffix(first)) && word === word.toUpperCase()
}

export function isAmbiguousSuffix(word: string): boolean {
  return AMBIGUOUS_SUFFIXES.has(nameWord(word))
}

/** Particles that belong to the following surname. */
const PARTICLES = wordSet(`
  van von vander vande vanden vonder der den de del dela delos delas della delle degli di da do dos das du
  des la le lo los las el al bin ibn bint abu ter ten te zu zum zur st ste saint san santa mac mc af av op
  tot y d l o fitz ap
`)

/** Irish surnames that can follow a separate O. */
const IRISH_O_NAMES = wordSet(`
  brien briens byrne callaghan connell conner connor dell donnell donoghue donovan driscoll dwyer flaherty
  gara gorman grady hagan halloran hara hare hearn hern keefe keeffe kelly laughlin leary malley mahoney
  meara neal neil neill neall reilly rielly riley rourke shaughnessy shea sullivan toole
`)

export function isParticle(word: string, next: string): boolean {
  const key = nameWord(word)
  if (key === 'o') return !word.endsWith('.') && IRISH_O_NAMES.has(nameWord(next))
  // "D" and "L" alone are initials; "al" and "do" are given names when capitalized.
  if (key.length === 1) return key === 'y' && word === 'y'
  return PARTICLES.has(key)
}

/** Second names that belong to the first ("Mary Ann", "Jean Paul", "Juan Carlos"), folded. */
const COMPOUND_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  wordGroups(`
    mary ann anne beth jo ellen lou sue kay kaye jane pat alice frances catherine kate kathryn margaret rose grace lynn lynne claire therese lee elizabeth helen jean louise;
    jo ann anne anna ellen lynn beth dee; anna marie maria mae lee beth; ann marie; anne marie;
    betty lou jo jean ann sue; barbara ann jo jean; peggy sue ann jo; norma jean jeane; billie jo jean;
    billy bob joe ray jack; bobby joe ray jo lee; jim bob; john paul; sarah jane beth; lee ann anne;
    rose marie mary ann; ruth ann anne;
    jean paul pierre claude luc marc michel francois francois jacques louis baptiste marie;
    juan carlos pablo manuel jose jose antonio luis miguel;
    jose jose luis antonio manuel maria maria carlos miguel angel; luis alberto fernando miguel enrique;
    maria maria elena isabel teresa eugenia jose jose guadalupe fernanda luisa;
    ana maria maria isabel luisa paula; rosa maria maria; ma victoria teresa elena luisa cristina;
    marco antonio; miguel angel angel; victor hugo
  `).map(([first = '', ...others]) => [first, new Set(others)]),
)

const FIRST_SYLLABLES = wordSet('la le de da ja abdul abdel')

/** True if two words form one given name. */
export function isCompoundGivenName(first: string, second: string): boolean {
  return COMPOUND_NAMES.get(fold(nameWord(first)))?.has(fold(nameWord(second))) ?? false
}

/** True for the first part of a given name in two words: "La Shawn", "De Andre". */
export function isFirstSyllable(word: string): boolean {
  return FIRST_SYLLABLES.has(nameWord(word))
}

/** Frequent Spanish surnames, folded, which often come in pairs. */
const SPANISH_SURNAMES = wordSet(`
  garcia martinez lopez hernandez gonzalez perez rodriguez sanchez ramirez cruz flores gomez morales vazquez
  vasquez reyes jimenez torres diaz gutierrez ruiz mendoza aguilar ortiz moreno castillo romero alvarez
  mendez chavez rivera juarez ramos dominguez herrera medina castro vargas guzman velazquez rojas contreras
  salazar luna ortega santiago guerrero estrada bautista cortes soto alvarado espinoza espinosa lara avila
  rios cervantes silva delgado vega marquez sandoval carrillo fernandez leon mejia solis rosas ibarra valdez
  nunez campos santos camacho navarro pena maldonado rosales acosta fuentes molina pacheco miranda padilla
  suarez colon salgado peralta serrano figueroa ochoa salas orozco zamora cardenas cabrera trujillo velasco
  gallegos ayala robles meza quintero villarreal villanueva benitez cordero escobar galvan lozano lugo
  macias murillo nieves olivares osorio palacios ponce quinones rangel renteria rosado rubio saldivar sierra
  tapia trevino urbina valencia valenzuela valladares velasquez velez villa zapata zavala zuniga arias
  arroyo barrera beltran bonilla bravo bustamante calderon cisneros duarte enriquez esparza espinal franco
  gallardo ibanez lucero madrigal marin mata melendez mercado montes montoya mora nava olivas orellana
  ornelas pineda portillo prado
`)

export const isSpanishSurname = (word: string): boolean => SPANISH_SURNAMES.has(fold(nameWord(word)))
