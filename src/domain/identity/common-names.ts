import { wordSet } from '../word-lists.ts'

/**
 * Frequent US first and last names from the census, folded, in any order. Two of them together say little about a
 * person's identity.
 */
const FIRST_NAMES = wordSet(`
aaron abigail adam adrian alan albert alejandro alex alexander alexis alice alicia allison alyssa amanda amber amy ana andrea
andres andrew angel angela anita ann anna anne annie anthony antonio arthur ashley austin barbara beatrice benjamin bernard
beth betty beverly bill billy bob bobby bonnie bradley brandon brenda brian brittany bruce bryan carl carla carlos carmen carol
caroline carolyn catherine cesar charles charlotte cheryl chris christian christina christine christopher cindy clara clarence
claudia connie courtney craig crystal curtis cynthia daniel danielle danny darlene david dawn deborah debra denise dennis diana
diane diego dolores donald donna doris dorothy douglas dylan earl edith eddie edgar eduardo edward edwin eileen elaine eleanor elena elijah
elizabeth ellen emily emma enrique eric erica erin ernest esther ethan ethel eugene eva evelyn fernando florence frances
francis francisco frank fred frederick gabriel gail gary george gerald geraldine gladys glenn gloria grace gregory guadalupe
hannah harold harry hazel heather hector helen henry herbert howard hugo irene isabella ivan jack jacob jacqueline jaime james
jamie jane janet janice jason javier jean jeff jeffery jeffrey jennifer jeremy jerry jesse jessica jesus jim jimmy joan joann
joe joel john johnny jon jonathan jordan jorge jose joseph josephine joshua joyce juan juana juanita judith judy julia julian julie
julio justin karen karl kate katherine kathleen kathryn kathy katie kayla keith kelly kenneth kevin kim kimberly kristen kyle larry laura
lauren lawrence leah lee leo leonard leslie leticia lillian linda lisa lois lori lorraine louis louise lucille lucy luis lynn
madison manuel marcus margaret margarita maria marie marilyn mario marion marjorie mark marlene martha martin marvin mary
mathew matthew megan melanie melissa melvin michael micheal michele michelle miguel mike mildred mohammed monica nancy natalie
nathan nicholas nicole noah norma norman olivia oscar pablo pamela patricia patrick paul paula pauline pedro peggy peter philip
phillip phyllis rachel rafael ralph ramon randall randy raul ray raymond rebecca ricardo richard rick rita robert roberto robin rodney
roger ronald rosa rose roy ruben ruby russell ruth ryan salvador sally sam samantha samuel sandra sara sarah scott sean sergio
shannon sharon shawn sheila sherry shirley sophia stacy stanley stephanie stephen steve steven sue susan suzanne sylvia tammy
teresa terry thelma theodore theresa thomas tiffany tim timothy tina todd tom tony tracy travis tyler valerie vanessa veronica
vicki victor victoria vincent virginia walter wanda warren wayne wendy william willie wilma yolanda zachary
ahmed ali hassan hussein ibrahim abdullah omar mahmoud yusuf khalid mustafa anh hung minh thanh wei yan ming jun li jin min david daniel sofia mia ava ella ethan liam lucas mason aiden
logan jackson jayden chloe zoe lily addison aubrey avery hailey kaitlyn brianna jasmine destiny morgan taylor sydney
`)
const LAST_NAMES = wordSet(`
smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor
moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king wright scott
torres nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts gomez phillips evans turner diaz
parker cruz edwards collins reyes stewart morris morales murphy cook rogers gutierrez ortiz morgan cooper peterson bailey reed
kelly howard ramos kim cox ward richardson watson brooks chavez wood james bennett gray mendoza ruiz hughes price alvarez castillo
sanders patel myers long ross foster jimenez powell jenkins perry russell sullivan bell coleman butler henderson barnes gonzales
fisher vasquez simmons romero jordan patterson alexander hamilton graham reynolds griffin wallace moreno west cole hayes bryant
herrera gibson ellis tran medina aguilar stevens murray ford castro marshall owens harrison fernandez mcdonald woods washington
kennedy wells vargas henry chen freeman webb tucker guzman burns crawford olson simpson porter hunter gordon mendez silva shaw
snyder mason dixon munoz hunt hicks holmes palmer wagner black robertson boyd rose stone salazar fox warren mills meyer rice
schmidt garza daniels ferguson nichols stephens soto weaver ryan gardner payne grant dunn kelley spencer hawkins arnold pierce
hansen peters santos hart bradley knight elliott cunningham duncan armstrong hudson carroll lane riley andrews alvarado ray
delgado berry perkins hoffman johnston matthews pena richards contreras willis carpenter lawrence sandoval guerrero george
chapman rios estrada ortega watkins greene nunez wheeler valdez harper burke larson santiago maldonado morrison franklin carlson
austin dominguez carr lawson jacobs obrien lynch singh vega bishop montgomery oliver jensen harvey williamson gilbert dean sims
espinoza howell li wong reid hanson le mccoy garrett burton fuller wang weber welch rojas lucas marquez fields park yang little
banks padilla day walsh bowman schultz luna fowler mejia davidson acosta brewer may holland juarez newman pearson curtis cortez
douglas schneider joseph barrett navarro figueroa keller avila wade molina stanley hopkins campos barnett bates chambers caldwell
beck lambert miranda byrd craig ayala lowe frazier powers neal leonard gregory carrillo sutton fleming rhodes shelton schwartz
norris jennings watts duran walters cohen mcdaniel moran parks steele vaughn becker holt deleon barker terry hale leon
hail benson haynes horton miles lyons pham graves bush thornton wolfe warner cabrera mckinney mann zimmerman dawson lara fletcher
page mccarthy love robles cervantes solis erickson reeves chang klein salinas fuentes baldwin daniel simon velasquez hardy higgins
aguirre lin cummings chandler sharp barber bowen ochoa dennis robbins liu ramsey francis griffith paul blair oconnor cardenas
pacheco cross calderon quinn moss swanson chan rivas khan rodgers serrano fitzgerald rosales stevenson christensen manning gill
curry mclaughlin harmon mcgee gross doyle garner newton burgess reese walton blake trujillo adkins brady goodman roman webster
goodwin fischer huang potter delacruz montoya todd wu hines mullins castaneda malone cannon tate mack sherman hubbard hodges zhang
guerra wolf valencia saunders franco rowe gallagher farmer hammond hampton townsend ingram wise gallegos clarke barton schroeder
maxwell waters logan camacho strickland norman person colon parsons frank harrington glover osborne buchanan casey floyd patton
ibarra ball tyler suarez bowers orozco salas cobb gibbs andrade bauer conner moody escobar mcguire lloyd mueller hartman french
kramer mcbride pope lindsey velazquez norton mccormick sparks flynn yates hogan marsh macias villanueva zamora pratt stokes owen
ballard lang brock villarreal charles drake barrera cain patrick pineda burnett mercado santana shepherd bautista ali shaffer
lamb trevino mckenzie hess olsen cochran morton nash wilkins petersen briggs shah roth nicholson holloway lozano rangel
`)

/** True for a frequent first name, folded. */
export function isCommonFirstName(word: string): boolean {
  return FIRST_NAMES.has(word)
}

/** True for a frequent last name, folded. */
export function isCommonLastName(word: string): boolean {
  return LAST_NAMES.has(word)
}
