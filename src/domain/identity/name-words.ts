const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Normalizes a word for the lists: lower case, without dots, commas and marks. */
export function nameWord(word: string): string {
  return word.toLowerCase().replace(/[.,;®™*’']/g, '')
}

export function isInitial(word: string): boolean {
  return /^\p{L}\.?$/u.test(word)
}

export const TITLES = wordsOf(
  'mr mister mrs missus ms miss mx dr drs doctor prof professor rev revd reverend fr pastor rabbi imam sister hon honorable capt ' +
    'captain cpt col colonel ltcol lt lieutenant ltc maj gen sgt sergeant ssgt msgt tsgt cpl corporal pvt adm admiral cmdr commander ' +
    'cdr lcdr ens sen senator rep representative gov governor mayor amb ambassador sir dame madam mme mlle messrs herr frau ' +
    'señor señora señorita senor senora srta sra dra dott dottore ing lic attorney atty alderman councilman councilwoman congressman ' +
    'congresswoman coach vp the state',
)

/** Titles that are also given names: a title only before two more names. */
export const AMBIGUOUS_TITLES = wordsOf(
  'sr major general judge justice chief lady lord father brother deacon bishop elder officer sheriff deputy president pres',
)

/** True for a title ("Mrs.", "Prof. Dr.", "Mr. and Mrs."): at least one word is a title or an abbreviation. */
export function isTitle(text: string): boolean {
  return text.split(/[\s,&/]+/).some((word) => {
    const key = nameWord(word)
    return TITLES.has(key) || AMBIGUOUS_TITLES.has(key) || (key !== '' && word.endsWith('.'))
  })
}

const GENERATIONS = wordsOf('jr sr jnr snr junior senior ii iii iv vi vii 2nd 3rd 4th')

/** Degrees, licenses, real-estate designations, ranks and remarks of county rolls. */
const DEGREES = wordsOf(
  'md phd dds dmd dvm jd llm llb rn bsn msn rnc arnp aprn crna fnp lpn lvn lcsw lmsw msw lmft lmhc lpc cpa cfa cfp clu chfc mba ' +
    'mph mpa mpp edd psyd pharmd rph dpt dpm dnp dmin thd mdiv esq esquire aia faia asla leed ccna pmp cissp sphr shrm ret retired ' +
    'usn usmc usaf uscg usar facs faap facp faan lnccc lncc ccrn cnm cnp pac crnp dsc scd ' +
    'realtor realtors broker associate gri crs abr abrm sres srs ccim cips crb epro e-pro psa mrp rene sfr cne ahwd c2ex alhs clhms gmb ' +
    'ttee ttees trustee trustees tr trs jtrs jtwros co-trustee co-trustees co-trs co-tr etal etux etvir decd deceased atty attorney agent owner buyer seller tenant landlord spouse ' +
    'cochairman chairman chairwoman president director manager treasurer secretary',
)

/** Suffixes that are also names: a suffix only after a comma, with dots, or in capitals in a mixed-case name. */
const AMBIGUOUS_SUFFIXES = wordsOf(
  'ma do ms pa pt ra ot od pe dc ba bs np v i ed dd mai aud rd cfo ceo coo cto vp pc esc sc',
)

export function isGeneration(word: string): boolean {
  return GENERATIONS.has(nameWord(word))
}

export function isSuffix(word: string): boolean {
  return isGeneration(word) || DEGREES.has(nameWord(word))
}

/** "NP-C", "AIA-CSI". */
export function isHyphenatedSuffix(word: string): boolean {
  const [first = '', ...others] = word.split('-')
  return others.length > 0 && (isSuffix(first) || isAmbiguousSuffix(first)) && word === word.toUpperCase()
}

export function isAmbiguousSuffix(word: string): boolean {
  return AMBIGUOUS_SUFFIXES.has(nameWord(word))
}

/** Particles that belong to the following surname. */
const PARTICLES = wordsOf(
  'van von vander vande vanden vonder der den de del dela delos delas della delle degli di da do dos das du des la le lo los las el ' +
    'al bin ibn bint abu ter ten te zu zum zur st ste saint san santa mac mc af av op tot y d l o fitz ap',
)

/** Irish names with a separate O. */
const IRISH = wordsOf(
  'brien briens byrne callaghan connell conner connor dell donnell donoghue donovan driscoll dwyer flaherty gara gorman grady hagan ' +
    'halloran hara hare hearn hern keefe keeffe kelly laughlin leary malley mahoney meara neal neil neill neall reilly rielly riley ' +
    'rourke shaughnessy shea sullivan toole',
)

export function isParticle(word: string, next: string): boolean {
  const key = nameWord(word)
  if (key === 'o') return !word.endsWith('.') && IRISH.has(nameWord(next))
  // "D" and "L" alone are initials; "al" and "do" are given names when capitalized.
  if (key.length === 1) return key === 'y' && word === 'y'
  return PARTICLES.has(key)
}

/** Second names that belong to the first ("Mary Ann", "Jean Paul", "Juan Carlos"). */
const COMPOUNDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'mary ann anne beth jo ellen lou sue kay kaye jane pat alice frances catherine kate kathryn margaret rose grace lynn lynne claire therese lee elizabeth helen jean louise',
    'jo ann anne anna ellen lynn beth dee',
    'anna marie maria mae lee beth',
    'ann marie',
    'anne marie',
    'betty lou jo jean ann sue',
    'barbara ann jo jean',
    'peggy sue ann jo',
    'norma jean jeane',
    'billie jo jean',
    'billy bob joe ray jack',
    'bobby joe ray jo lee',
    'jim bob',
    'john paul',
    'sarah jane beth',
    'lee ann anne',
    'rose marie mary ann',
    'ruth ann anne',
    'jean paul pierre claude luc marc michel francois françois jacques louis baptiste marie',
    'juan carlos pablo manuel jose josé antonio luis miguel',
    'jose josé luis antonio manuel maria maría carlos miguel angel',
    'josé luis antonio manuel maria maría carlos miguel angel',
    'luis alberto fernando miguel enrique',
    'maria maria elena isabel teresa eugenia jose josé guadalupe fernanda luisa',
    'maría elena isabel teresa eugenia josé guadalupe fernanda luisa',
    'ana maria maría isabel luisa',
    'rosa maria maría',
    'ma victoria teresa elena luisa cristina',
    'marco antonio',
    'miguel angel ángel',
    'ana paula',
    'victor hugo',
  ].map((line): [string, ReadonlySet<string>] => {
    const [first = '', ...others] = line.split(' ')
    return [first, new Set(others)]
  }),
)

const FIRST_SYLLABLES = wordsOf('la le de da ja abdul abdel')

/** True if two words form one given name. */
export function isCompoundGiven(first: string, second: string): boolean {
  return COMPOUNDS.get(nameWord(first))?.has(nameWord(second)) ?? false
}

/** "La Shawn", "De Andre". */
export function isFirstSyllable(word: string): boolean {
  return FIRST_SYLLABLES.has(nameWord(word))
}

/** Frequent Spanish surnames, which often come in pairs. */
const SPANISH_SURNAMES = wordsOf(
  'garcía garcia martínez martinez lópez lopez hernández hernandez gonzález gonzalez pérez perez rodríguez rodriguez sánchez sanchez ' +
    'ramírez ramirez cruz flores gómez gomez morales vázquez vazquez vásquez vasquez reyes jiménez jimenez torres díaz diaz gutiérrez ' +
    'gutierrez ruiz mendoza aguilar ortiz moreno castillo romero álvarez alvarez méndez mendez chávez chavez rivera juárez juarez ' +
    'ramos domínguez dominguez herrera medina castro vargas guzmán guzman velázquez velazquez rojas contreras salazar luna ortega ' +
    'santiago guerrero estrada bautista cortés cortes soto alvarado espinoza espinosa lara ávila avila ríos rios cervantes silva ' +
    'delgado vega márquez marquez sandoval carrillo fernández fernandez león leon mejía mejia solís solis rosas ibarra valdez nuñez ' +
    'núñez nunez campos santos camacho navarro peña pena maldonado rosales acosta fuentes molina pacheco miranda padilla suárez suarez ' +
    'colón colon salgado peralta serrano figueroa ochoa salas orozco zamora cárdenas cardenas cabrera trujillo velasco gallegos ayala ' +
    'robles meza quintero villarreal villanueva benítez benitez cordero escobar galván galvan lozano lugo macías macias murillo nieves ' +
    'olivares osorio palacios ponce quiñones quinones rangel rentería renteria rosado rubio saldívar saldivar sierra tapia trevino ' +
    'treviño urbina valencia valenzuela valladares vega velasquez velez vélez villa zapata zavala zuniga zúñiga arias arroyo barrera ' +
    'beltrán beltran bonilla bravo bustamante calderón calderon cisneros duarte enríquez enriquez esparza espinal franco gallardo ibáñez ' +
    'lucero madrigal marín marin mata melendez meléndez mercado montes montoya mora nava olivas orellana ornelas pineda portillo prado',
)

export const isSpanishSurname = (word: string): boolean => SPANISH_SURNAMES.has(nameWord(word))

/** Most frequent given names, to distinguish "SMITH JOHN" of a county roll from "JOHN SMITH". */
const GIVEN_NAMES = wordsOf(
  'james robert john michael david william richard joseph thomas christopher charles daniel matthew anthony mark donald steven andrew ' +
    'paul joshua kenneth kevin brian timothy ronald jason george edward jeffrey ryan jacob nicholas gary eric jonathan stephen larry ' +
    'justin scott brandon benjamin samuel gregory alexander patrick frank raymond jack dennis jerry tyler aaron jose adam nathan henry ' +
    'zachary douglas peter kyle noah ethan jeremy walter christian keith roger terry austin sean gerald carl harold dylan arthur ' +
    'lawrence jordan jesse bryan billy bruce gabriel joe logan alan juan albert willie elijah wayne randy vincent mason roy ralph ' +
    'bobby russell bradley philip eugene mary patricia jennifer linda elizabeth barbara susan jessica karen sarah lisa nancy sandra ' +
    'betty ashley emily kimberly margaret donna michelle carol amanda melissa deborah stephanie rebecca sharon laura cynthia dorothy ' +
    'amy kathleen angela shirley emma brenda pamela nicole anna samantha katherine christine debra rachel carolyn janet maria olivia ' +
    'heather helen catherine diane julie victoria joyce lauren kelly christina ruth joan virginia judith evelyn hannah andrea megan ' +
    'cheryl jacqueline madison teresa abigail sophia martha sara gloria janice kathryn ann isabella judy charlotte julia grace amber ' +
    'alice jean denise frances danielle marilyn natalie beverly diana brittany theresa kayla alexis doris lori tiffany jane',
)

export const isFrequentGiven = (word: string): boolean => GIVEN_NAMES.has(nameWord(word))
